package dev.registrar.resource.start;

/** A node cannot start. The message is a sentence for operators, without a secret. */
public final class StartException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final StartFault fault;

    public StartException(StartFault fault, String message) {
        this(fault, message, null);
    }

    public StartException(StartFault fault, String message, Throwable cause) {
        super(message, cause);
        this.fault = fault;
    }

    public StartFault fault() {
        return fault;
    }
}
