package dev.registrar.gateway.authentication.scheme;

import dev.registrar.resource.bus.Caller;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Optional;

/**
 * An authenticated caller.
 *
 * @param until when the credentials expire; {@link Instant#MAX} if they do not
 * @param revocable the access token, if it may be revoked before it expires; other tokens are not kept
 */
public record Authenticated(Caller caller, Instant until, Optional<String> revocable) {
    private static final String KEY = Authenticated.class.getName();

    /** Creates a caller whose credentials cannot be revoked early. */
    public Authenticated(Caller caller, Instant until) {
        this(caller, until, Optional.empty());
    }

    public Authenticated byRevocable(String token) {
        return new Authenticated(caller, until, Optional.of(token));
    }

    /** Stores the caller in a request, for {@link #in}. */
    public void putIn(RoutingContext context) {
        context.put(KEY, this);
    }

    /** Returns the caller of an authenticated request. */
    public static Authenticated in(RoutingContext context) {
        return context.get(KEY);
    }
}
