package dev.registrar.gateway.authentication.scheme;

import dev.registrar.resource.bus.Caller;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Optional;

/**
 * An authenticated caller.
 *
 * @param until when the credentials expire; {@link Instant#MAX} if they do not
 * @param token the access token, if the caller has sent one: it may become invalid before it expires
 */
public record Authenticated(Caller caller, Instant until, Optional<String> token) {
    private static final String KEY = Authenticated.class.getName();

    /** Creates a caller without an access token. */
    public Authenticated(Caller caller, Instant until) {
        this(caller, until, Optional.empty());
    }

    /** The same caller, authenticated by this access token. */
    public Authenticated by(String accessToken) {
        return new Authenticated(caller, until, Optional.of(accessToken));
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
