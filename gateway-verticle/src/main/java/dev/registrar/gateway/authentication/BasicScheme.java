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
final class BasicScheme implements Authentication.Scheme {
    private final UsersFile file;
    private final FailedLogins failedLogins;

    BasicScheme(UsersFile file, AuthenticationSettings.Basic settings) {
        this.file = file;
        failedLogins = new FailedLogins(settings.failedLoginsPerMinute());
    }

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
        return decode(credentials)
                .map(decoded -> authenticate(decoded, clientNetwork))
                .orElseGet(() -> rejected("Basic needs USER:PASSWORD in base64, and this is something else."
                        + " WWW-Authenticate lists the schemes for other credentials."));
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

    private Future<Authenticated> authenticate(UsernamePasswordCredentials credentials, String clientNetwork) {
        var user = credentials.getUsername();
        var rejection = failedLogins.rejectionOf(clientNetwork, user);
        if (rejection.isPresent()) {
            return Future.failedFuture(rejection.get());
        }
        return file.users()
                .authenticate(credentials)
                .onFailure(wrong -> failedLogins.add(clientNetwork, user))
                .recover(wrong -> rejected("The user name or the password is wrong."))
                .map(known -> new Authenticated(file.callers().get(user), Instant.MAX));
    }

    private static <T> Future<T> rejected(String reason) {
        return Future.failedFuture(new InvalidCredentials(reason));
    }
}
