package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.LoginFailure.InsufficientScope;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.http.exchange.Authenticated;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** An HTTP authentication scheme (RFC 9110, 11.1). */
interface Scheme {

    /** The name at the beginning of the {@code Authorization} header; case is ignored. */
    String name();

    /**
     * The challenge for {@code WWW-Authenticate}.
     *
     * @param invalid what is wrong with the credentials of this scheme, if the client has sent some
     */
    String challenge(Optional<InvalidCredentials> invalid);

    /** The challenge for genuine credentials that lack a scope; empty if the scheme has none. */
    default Optional<String> challenge(InsufficientScope lacking) {
        return Optional.empty();
    }

    /** The names that credentials of this scheme have for the scopes of a caller. */
    default List<String> namesOf(List<String> scopes) {
        return scopes;
    }

    /**
     * Authenticates a caller.
     *
     * @param credentials what follows the name in the header
     * @param clientNetwork the network that the request comes from, which counts as one client
     * @return fails with {@link InvalidCredentials} if the credentials are wrong, and with a JSON:API error if that
     *     currently cannot be determined
     */
    Future<Authenticated> authenticate(String credentials, String clientNetwork);
}
