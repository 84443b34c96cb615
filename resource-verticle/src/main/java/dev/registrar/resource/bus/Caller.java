package dev.registrar.resource.bus;

import java.util.Set;

/**
 * Who asks.
 *
 * @param name becomes {@code last_mod_user_name} of what the request changes
 * @param scopes what the caller may do: {@code read}, {@code create}, {@code update}, {@code delete}
 */
public record Caller(String name, Set<String> scopes) {
    public Caller {
        scopes = Set.copyOf(scopes);
    }
}
