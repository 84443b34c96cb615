package dev.registrar.server.transfer;

/** How a command ends, for scripts; the codes of nodes are different ones. */
enum ExitCode {
    DONE(0),
    WRONG_ARGUMENTS(2),
    REJECTED_ROWS(10),
    FAILED(11),
    NO_ACCESS(12),
    UNREACHABLE(13);

    static final String LIST = """

            Exit codes:
               0  all is done
               1  an unexpected error
               2  the command line is wrong
              10  the import is done, but rows were rejected
              11  the service rejected the request, the import failed or was cancelled, or a file cannot be read or written
              12  no access: the password or token is wrong, or lacks a scope
              13  the service cannot be reached, is overloaded, or the connection was cut
             130  ended by Ctrl+C
            """;

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
