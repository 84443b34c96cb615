package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.UsernamePasswordCredentials;
import io.vertx.ext.auth.authorization.PermissionBasedAuthorization;
import io.vertx.ext.auth.properties.PropertyFileAuthentication;
import io.vertx.ext.auth.properties.PropertyFileAuthorization;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds out who calls, by Basic authentication (RFC 7617) against a properties file. */
public final class Authentication implements Handler<RoutingContext> {
    private static final String CALLER = Caller.class.getName();
    private static final String SCHEME = "Basic ";
    private static final String CHALLENGE = "Basic realm=\"registrar\", charset=\"UTF-8\"";
    private static final List<String> SCOPES = List.of("create", "read", "update", "delete");

    private final PropertyFileAuthentication users;
    private final PropertyFileAuthorization roles;

    public Authentication(Vertx vertx, AuthenticationSettings settings) {
        users = PropertyFileAuthentication.create(vertx, settings.usersFile());
        roles = PropertyFileAuthorization.create(vertx, settings.usersFile());
    }

    @Override
    public void handle(RoutingContext context) {
        credentialsIn(context)
                .map(this::authenticate)
                .orElseGet(() -> Future.failedFuture(unauthenticated()))
                .onSuccess(caller -> {
                    context.put(CALLER, caller);
                    context.next();
                })
                .onFailure(failure -> {
                    context.response().putHeader("WWW-Authenticate", CHALLENGE);
                    context.fail(failure);
                });
    }

    /** The caller of a request that came through here. */
    public static Caller callerOf(RoutingContext context) {
        return context.get(CALLER);
    }

    private static Optional<UsernamePasswordCredentials> credentialsIn(RoutingContext context) {
        var header = context.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return decode(header.substring(SCHEME.length()).trim());
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

    private Future<Caller> authenticate(UsernamePasswordCredentials credentials) {
        return users.authenticate(credentials)
                .recover(refused -> Future.failedFuture(unauthenticated()))
                .compose(user -> roles.getAuthorizations(user).map(ignored -> caller(credentials.getUsername(), user)));
    }

    private static Caller caller(String name, User user) {
        return new Caller(
                name,
                SCOPES.stream()
                        .filter(scope ->
                                PermissionBasedAuthorization.create(scope).match(user))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static JsonApiException unauthenticated() {
        return UNAUTHENTICATED
                .at(header("Authorization"), "Send the name and password of a user by HTTP Basic authentication.")
                .asException();
    }
}
