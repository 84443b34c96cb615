package dev.registrar.gateway.authentication;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Bearer authentication (RFC 6750) by access tokens that an authorization server has signed: JWTs (RFC 9068). */
final class BearerScheme implements Scheme {
    private final SigningKeys keys;
    private final AccessTokenRules rules;
    private final VerifiedTokens verified = new VerifiedTokens();

    BearerScheme(Vertx vertx, AuthenticationSettings settings) {
        keys = new SigningKeys(vertx, settings.oauth2Issuer());
        rules = new AccessTokenRules(settings);
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
        var known = verified.find(token);
        return known.isPresent() ? Future.succeededFuture(known.get()) : verify(token);
    }

    private Future<Authenticated> verify(String token) {
        var parsed = AccessToken.parse(token);
        var objection = parsed.flatMap(rules::objectionTo);
        if (parsed.isEmpty() || objection.isPresent()) {
            return Future.failedFuture(new RefusedCredentials(objection.orElse("The access token is no signed JWT.")));
        }
        return keys.verify(token).map(genuine -> {
            var authenticated =
                    new Authenticated(rules.callerOf(parsed.get()), parsed.get().expiry());
            verified.add(token, authenticated);
            return authenticated;
        });
    }
}
