package dev.registrar.gateway.authentication.bearer;

import dev.registrar.gateway.authentication.scheme.Authenticated;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.gateway.authentication.scheme.Scheme;
import dev.registrar.gateway.authentication.token.AccessTokens;
import dev.registrar.gateway.authentication.token.AuthorizationServer;
import dev.registrar.gateway.authentication.token.PresentedToken;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** Bearer authentication (RFC 6750) with the access tokens of an authorization server. */
public final class BearerScheme implements Scheme {
    private final AccessTokens tokens;
    private final ClaimRules rules;
    private final OrganizationScopes organization;
    private final VerifiedTokens verified = new VerifiedTokens();

    /** Accepts the tokens of an authorization server by what is configured. */
    public BearerScheme(Vertx vertx, AuthorizationServer server, BearerSettings settings) {
        tokens = AccessTokens.of(vertx, server, settings.introspection());
        rules = new ClaimRules(settings);
        organization = settings.scopes();
    }

    /** The names of these scopes in access tokens. */
    public List<String> namesOf(List<String> scopes) {
        return scopes.stream().map(organization::nameInTokens).toList();
    }

    @Override
    public String name() {
        return "Bearer";
    }

    @Override
    public String challenge() {
        return "Bearer realm=\"registrar\"";
    }

    @Override
    public Future<Authenticated> authenticate(String token, String clientNetwork) {
        return verified.find(token, tokens.basis())
                .map(Future::succeededFuture)
                .orElseGet(() -> verify(token, clientNetwork))
                .map(authenticated -> authenticated.by(token));
    }

    private Future<Authenticated> verify(String token, String clientNetwork) {
        // Read first: if the basis changes in the meantime, the next request verifies the token again.
        var basis = tokens.basis();
        return tokens.claimsOf(new PresentedToken(token, clientNetwork, verified.wasGood(token)))
                .map(rules::accept)
                .onSuccess(authenticated -> verified.add(token, authenticated, tokens.trust(), basis))
                .onFailure(failure -> {
                    if (failure instanceof InvalidCredentials) {
                        verified.remove(token);
                    }
                });
    }
}
