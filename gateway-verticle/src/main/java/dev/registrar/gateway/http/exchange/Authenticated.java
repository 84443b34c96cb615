package dev.registrar.gateway.http.exchange;

import dev.registrar.resource.bus.Caller;
import java.time.Instant;
import java.util.Optional;

/**
 * An authenticated caller.
 *
 * @param until when the credentials expire; {@link Instant#MAX} if they do not
 * @param token the access token, if the caller has sent one: it may become invalid before it expires
 */
public record Authenticated(Caller caller, Instant until, Optional<String> token) {

    public Authenticated(Caller caller, Instant until) {
        this(caller, until, Optional.empty());
    }

    /** The same caller, authenticated by this access token. */
    public Authenticated withToken(String accessToken) {
        return new Authenticated(caller, until, Optional.of(accessToken));
    }

    /** Whether the credentials have expired, without the allowance for clocks that differ. */
    public boolean hasExpired() {
        return !Instant.now().isBefore(until);
    }
}
