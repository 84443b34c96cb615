package dev.registrar.gateway.authentication.scheme;

import dev.registrar.resource.bus.Caller;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Optional;

/**
 * Whose credentials a request carries.
 *
 * @param until when they end; {@link Instant#MAX} for those that do not
 * @param revocable the access token that they are, if it may be revoked before it ends; no other one is kept
 */
public record Authenticated(Caller caller, Instant until, Optional<String> revocable) {
    private static final String KEY = Authenticated.class.getName();

    /** By credentials that are not revoked. */
    public Authenticated(Caller caller, Instant until) {
        this(caller, until, Optional.empty());
    }

    public Authenticated byRevocable(String token) {
        return new Authenticated(caller, until, Optional.of(token));
    }

    /** Puts this where {@link #in} finds it. */
    public void putIn(RoutingContext context) {
        context.put(KEY, this);
    }

    /** Whose credentials a request carries that has been authenticated. */
    public static Authenticated in(RoutingContext context) {
        return context.get(KEY);
    }
}
