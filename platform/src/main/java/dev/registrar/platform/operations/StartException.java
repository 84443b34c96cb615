package dev.registrar.platform.operations;

/** Thrown when a node cannot start. The message is a sentence for operators and contains no secret. */
public final class StartException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final StartFailure failure;

    public StartException(StartFailure failure, String message) {
        this(failure, message, null);
    }

    public StartException(StartFailure failure, String message, Throwable cause) {
        super(message, cause);
        this.failure = failure;
    }

    public StartFailure failure() {
        return failure;
    }
}
