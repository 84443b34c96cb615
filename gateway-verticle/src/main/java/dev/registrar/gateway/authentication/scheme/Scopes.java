package dev.registrar.gateway.authentication.scheme;

import java.util.List;

/** What a caller may be allowed to do. */
public final class Scopes {
    public static final List<String> KNOWN = List.of("create", "read", "update", "delete");

    private Scopes() {}
}
