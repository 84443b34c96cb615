package dev.registrar.resource.start;

/** What an operator has to see to before a node can start. Each has an exit code of its own, which scripts rely on. */
public enum StartFault {
    CONFIGURATION(3),
    DATABASE(4),
    SCHEMA(5),
    ADDRESS(6),
    CLUSTER(7);

    private final int exitCode;

    StartFault(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
