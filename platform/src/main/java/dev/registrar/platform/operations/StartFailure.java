package dev.registrar.platform.operations;

/**
 * What an operator must fix before a node can start. Each kind has its own exit code, which scripts rely on. 3 is not
 * used: a JVM with {@code -XX:+ExitOnOutOfMemoryError} ends with it, and a supervisor must then restart the node.
 */
public enum StartFailure {
    DATABASE(4),
    SCHEMA(5),
    ADDRESS(6),
    CLUSTER(7),
    CONFIGURATION(8),
    VERTICLE(9);

    private final int exitCode;

    StartFailure(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
