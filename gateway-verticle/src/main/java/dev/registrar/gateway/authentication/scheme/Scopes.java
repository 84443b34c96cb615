package dev.registrar.gateway.authentication.scheme;

import java.util.List;

/** The scopes that a caller can have. */
public final class Scopes {
    public static final List<String> KNOWN = List.of("create", "read", "update", "delete");

    private Scopes() {}
}
