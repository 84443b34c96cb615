package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
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
    public Future<Caller> authenticate(String token) {
        var known = verified.callerOf(token);
        return known.isPresent() ? Future.succeededFuture(known.get()) : verify(token);
    }

    private Future<Caller> verify(String token) {
        var parsed = AccessToken.parse(token);
        var objection = parsed.flatMap(rules::objectionTo);
        if (parsed.isEmpty() || objection.isPresent()) {
            return Future.failedFuture(new RefusedCredentials(objection.orElse("The access token is no signed JWT.")));
        }
        return keys.verify(token).map(genuine -> {
            var caller = rules.callerOf(parsed.get());
            verified.add(token, caller, parsed.get().expiry());
            return caller;
        });
    }
}
