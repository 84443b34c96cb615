package dev.registrar.platform.operations;

import java.util.List;

/** Thrown when a node cannot start. The message is a sentence for operators and contains no secret. */
public final class StartException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final StartFailure failure;
    private final transient List<String> statements;

    public StartException(StartFailure failure, String message) {
        this(failure, message, null, List.of());
    }

    public StartException(StartFailure failure, String message, Throwable cause) {
        this(failure, message, cause, List.of());
    }

    /**
     * A failure that SQL can end.
     *
     * @param statements what somebody with more rights has to run, each without a semicolon
     */
    public StartException(StartFailure failure, String message, List<String> statements) {
        this(failure, message, null, statements);
    }

    private StartException(StartFailure failure, String message, Throwable cause, List<String> statements) {
        super(message, cause);
        this.failure = failure;
        this.statements = List.copyOf(statements);
    }

    public StartFailure failure() {
        return failure;
    }

    /** The statements that end this failure, each as it can be pasted into psql; often there are none. */
    public List<String> statements() {
        return statements.stream().map(statement -> statement + ";").toList();
    }
}
