package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
import java.time.Instant;
import java.util.Optional;

/**
 * Whose credentials a request carries.
 *
 * @param until when they end; {@link Instant#MAX} for those that do not
 * @param revocable the access token that they are, if it may be revoked before it ends; no other one is kept
 */
record Authenticated(Caller caller, Instant until, Optional<String> revocable) {

    /** By credentials that are not revoked. */
    Authenticated(Caller caller, Instant until) {
        this(caller, until, Optional.empty());
    }

    Authenticated byRevocable(String token) {
        return new Authenticated(caller, until, Optional.of(token));
    }
}
