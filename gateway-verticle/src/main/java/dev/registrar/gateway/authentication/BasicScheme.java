package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.UsernamePasswordCredentials;
import io.vertx.ext.auth.authorization.PermissionBasedAuthorization;
import io.vertx.ext.auth.properties.PropertyFileAuthentication;
import io.vertx.ext.auth.properties.PropertyFileAuthorization;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Collectors;

/** Basic authentication (RFC 7617) against a properties file, whose roles grant scopes. */
final class BasicScheme implements Scheme {
    private final PropertyFileAuthentication users;
    private final PropertyFileAuthorization roles;

    BasicScheme(Vertx vertx, String usersFile) {
        users = PropertyFileAuthentication.create(vertx, usersFile);
        roles = PropertyFileAuthorization.create(vertx, usersFile);
    }

    @Override
    public String name() {
        return "Basic";
    }

    @Override
    public String challenge() {
        return "Basic realm=\"registrar\", charset=\"UTF-8\"";
    }

    @Override
    public Future<Authenticated> authenticate(String credentials) {
        return decode(credentials).map(this::authenticate).orElseGet(BasicScheme::refused);
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

    private Future<Authenticated> authenticate(UsernamePasswordCredentials credentials) {
        return users.authenticate(credentials)
                .recover(unknown -> refused())
                .compose(user -> roles.getAuthorizations(user)
                        .map(ignored -> new Authenticated(caller(credentials.getUsername(), user), Instant.MAX)));
    }

    private static Caller caller(String name, User user) {
        return new Caller(
                name,
                Scopes.KNOWN.stream()
                        .filter(scope ->
                                PermissionBasedAuthorization.create(scope).match(user))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static <T> Future<T> refused() {
        return Future.failedFuture(new RefusedCredentials("The user name or the password is wrong."));
    }
}
