package dev.registrar.gateway.authentication.scheme;

import io.vertx.core.Future;

/** A way to authenticate: an authentication scheme of HTTP (RFC 9110, 11.1). */
public interface Scheme {

    /** The name with which the {@code Authorization} header begins, in any case of letters. */
    String name();

    /** How a client is told of the scheme in {@code WWW-Authenticate}, without what is wrong with its credentials. */
    String challenge();

    /**
     * Finds out whose credentials these are.
     *
     * @param credentials what follows the name in the header
     * @param clientAddress where they come from
     * @return fails with {@link InvalidCredentials} when they are nobody's, and with the JSON:API fault when that cannot be
     *     told now
     */
    Future<Authenticated> authenticate(String credentials, String clientAddress);
}
