package dev.registrar.gateway.connection;

/** Thrown for a request in an unsupported version of HTTP. */
public final class UnsupportedVersionException extends Exception {
    private static final long serialVersionUID = 1;

    UnsupportedVersionException() {
        super("The version of HTTP is not supported");
    }
}
