package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.http.exchange.Exchange.Authenticated;
import io.vertx.core.Future;
import io.vertx.ext.auth.authentication.UsernamePasswordCredentials;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * Basic authentication (RFC 7617) with a properties file. Belongs to one event loop.
 */
record BasicScheme(UsersFile file, FailedLogins failedLogins) implements Authentication.Scheme {

    @Override
    public String name() {
        return "Basic";
    }

    @Override
    public String challenge(Optional<InvalidCredentials> invalid) {
        return "Basic realm=\"registrar\", charset=\"UTF-8\"";
    }

    @Override
    public Future<Authenticated> authenticate(String credentials, String clientNetwork) {
        var decoded = decode(credentials)
                .orElseThrow(
                        () -> new InvalidCredentials("Basic needs USER:PASSWORD in base64, and this is something else."
                                + " WWW-Authenticate lists the schemes for other credentials."));
        var user = decoded.getUsername();
        failedLogins.rejectionOf(clientNetwork, user).ifPresent(rejection -> {
            throw rejection;
        });
        return file.users()
                .authenticate(decoded)
                .onFailure(wrong -> failedLogins.add(clientNetwork, user))
                .recover(wrong -> {
                    throw new InvalidCredentials("The user name or the password is wrong.");
                })
                .map(known -> new Authenticated(file.callers().get(user), Instant.MAX));
    }

    private static Optional<UsernamePasswordCredentials> decode(String base64) {
        try {
            var userAndPassword = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
            var colon = userAndPassword.indexOf(':');
            return colon < 1
                    ? Optional.empty()
                    : Optional.of(new UsernamePasswordCredentials(
                            userAndPassword.substring(0, colon), userAndPassword.substring(colon + 1)));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
