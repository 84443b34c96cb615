package dev.registrar.resource.bus;

import java.util.Optional;
import java.util.Set;

/**
 * Who asks.
 *
 * @param name becomes {@code last_mod_user_name} of what the request changes
 * @param scopes what the caller may do: {@code read}, {@code create}, {@code update}, {@code delete}
 * @param uni the person whose resources alone the caller may see, where resources belong to persons; empty for all
 */
public record Caller(String name, Set<String> scopes, Optional<String> uni) {
    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** A caller who is bound to no person. */
    public Caller(String name, Set<String> scopes) {
        this(name, scopes, Optional.empty());
    }
}
