package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
import java.time.Instant;

/**
 * Whose credentials a request carries.
 *
 * @param until when they end; {@link Instant#MAX} for those that do not
 */
record Authenticated(Caller caller, Instant until) {}
