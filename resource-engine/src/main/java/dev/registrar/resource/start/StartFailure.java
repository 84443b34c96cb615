package dev.registrar.resource.start;

/** What an operator must fix before a node can start. Each kind has its own exit code, which scripts rely on. */
public enum StartFailure {
    CONFIGURATION(3),
    DATABASE(4),
    SCHEMA(5),
    ADDRESS(6),
    CLUSTER(7);

    private final int exitCode;

    StartFailure(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
