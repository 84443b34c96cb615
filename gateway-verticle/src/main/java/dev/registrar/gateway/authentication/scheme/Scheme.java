package dev.registrar.gateway.authentication.scheme;

import io.vertx.core.Future;

/** An HTTP authentication scheme (RFC 9110, 11.1). */
public interface Scheme {

    /** The name at the beginning of the {@code Authorization} header; case is ignored. */
    String name();

    /** The challenge for {@code WWW-Authenticate}, without what is wrong with the client's credentials. */
    String challenge();

    /**
     * Authenticates a caller.
     *
     * @param credentials what follows the name in the header
     * @param clientNetwork the network that the request comes from, which counts as one client
     * @return fails with {@link InvalidCredentials} if the credentials are wrong, and with a JSON:API error if that
     *     cannot be determined now
     */
    Future<Authenticated> authenticate(String credentials, String clientNetwork);
}
