package dev.registrar.gateway.authentication;

import io.vertx.core.Future;

/** Bearer authentication (RFC 6750) by the access tokens of an authorization server. */
final class BearerScheme implements Scheme {
    private final AccessTokens tokens;
    private final ClaimRules rules;
    private final VerifiedTokens verified = new VerifiedTokens();

    BearerScheme(AccessTokens tokens, ClaimRules rules) {
        this.tokens = tokens;
        this.rules = rules;
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
    public Future<Authenticated> authenticate(String token, String clientAddress) {
        var authenticated =
                verified.find(token).map(Future::succeededFuture).orElseGet(() -> verify(token, clientAddress));
        return tokens.trust().isEmpty() ? authenticated : authenticated.map(caller -> caller.byRevocable(token));
    }

    private Future<Authenticated> verify(String token, String clientAddress) {
        return tokens.claimsOf(new PresentedToken(token, clientAddress, verified.wasGood(token)))
                .map(rules::accept)
                .onSuccess(authenticated -> verified.add(token, authenticated, tokens.trust()))
                .onFailure(failure -> {
                    if (failure instanceof InvalidCredentials) {
                        verified.remove(token);
                    }
                });
    }
}
