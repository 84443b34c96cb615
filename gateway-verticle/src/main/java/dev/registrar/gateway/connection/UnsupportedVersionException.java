package dev.registrar.gateway.connection;

/** A request in a version of HTTP that is not spoken here. */
public final class UnsupportedVersionException extends Exception {
    private static final long serialVersionUID = 1;

    UnsupportedVersionException() {
        super("The version of HTTP is not supported");
    }
}
