package dev.registrar.gateway.testing.authentication;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;

/**
 * Callers of a gateway that binds them to the person in the claim {@code uni} of their access tokens.
 *
 * @param url the gateway
 */
public record BoundCallers(AuthorizationServer authorizationServer, String url) implements AutoCloseable {
    private static final String CLAIM = "uni";

    /** Starts the gateway. */
    public static BoundCallers of(Service service) {
        var authorizationServer = new AuthorizationServer(service.vertx());
        var settings = authorizationServer.settings().put("oauth2-uni-claim", CLAIM);
        return new BoundCallers(
                authorizationServer, "http://127.0.0.1:" + service.startGateway("authentication", settings));
    }

    /** A caller who is bound to this person. */
    public Client boundTo(String uni, String scopes) {
        return caller(tokenOf(uni, scopes));
    }

    /** The access token of a caller who is bound to this person. */
    public String tokenOf(String uni, String scopes) {
        return authorizationServer.token(authorizationServer.claims(scopes).put(CLAIM, uni));
    }

    /** A caller whose access token names no person. */
    public Client boundToNobody(String scopes) {
        return caller(authorizationServer.tokenWith(scopes));
    }

    private Client caller(String token) {
        return Client.of(url).withToken(token);
    }

    @Override
    public void close() {
        authorizationServer.close();
    }
}
