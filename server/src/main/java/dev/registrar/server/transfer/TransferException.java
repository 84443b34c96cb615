package dev.registrar.server.transfer;

/** Ends a command. The message is for the person who gave it: one or more sentences. */
final class TransferException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    TransferException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    ExitCode exitCode() {
        return exitCode;
    }
}
