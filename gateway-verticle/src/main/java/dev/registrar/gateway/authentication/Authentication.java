package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out who calls, by whichever scheme the {@code Authorization} header names. */
public final class Authentication implements Handler<RoutingContext> {
    private static final String CALLER = Caller.class.getName();
    private static final String SCHEME = Scheme.class.getName();
    private static final String CHALLENGE = "WWW-Authenticate";

    private final List<Scheme> schemes = new ArrayList<>();

    public Authentication(Vertx vertx, AuthenticationSettings settings) {
        if (settings.offersBasic()) {
            schemes.add(new BasicScheme(vertx, settings.usersFile()));
        }
        if (settings.offersBearer()) {
            schemes.add(new BearerScheme(vertx, settings));
        }
    }

    @Override
    public void handle(RoutingContext context) {
        var header = Optional.ofNullable(context.request().getHeader(HttpHeaders.AUTHORIZATION));
        var scheme = header.flatMap(this::schemeOf);
        scheme.map(offered -> offered.authenticate(credentialsIn(header.get(), offered)))
                .orElseGet(() -> Future.failedFuture(
                        new RefusedCredentials("Send credentials in this header; " + "WWW-Authenticate tells which.")))
                .onSuccess(caller -> {
                    context.put(CALLER, caller).put(SCHEME, scheme.get());
                    context.next();
                })
                .onFailure(failure -> refuse(context, scheme, failure));
    }

    /** The caller of a request that came through here. */
    public static Caller callerOf(RoutingContext context) {
        return context.get(CALLER);
    }

    /** Tells a client that came through here what its credentials lack (RFC 6750, 3.1). */
    static void demandScopes(RoutingContext context, String scopes) {
        var scheme = context.<Scheme>get(SCHEME);
        if (scheme instanceof BearerScheme) {
            context.response()
                    .putHeader(
                            CHALLENGE,
                            "%s, error=\"insufficient_scope\", scope=\"%s\"".formatted(scheme.challenge(), scopes));
        }
    }

    private Optional<Scheme> schemeOf(String header) {
        return schemes.stream()
                .filter(scheme -> header.regionMatches(
                        true, 0, scheme.name() + " ", 0, scheme.name().length() + 1))
                .findFirst();
    }

    private static String credentialsIn(String header, Scheme scheme) {
        return header.substring(scheme.name().length()).trim();
    }

    private void refuse(RoutingContext context, Optional<Scheme> tried, Throwable failure) {
        if (!(failure instanceof RefusedCredentials refused)) {
            context.fail(failure);
            return;
        }
        context.response()
                .putHeader(
                        CHALLENGE,
                        schemes.stream()
                                .map(scheme -> challenge(scheme, tried, refused))
                                .toList());
        context.fail(refused.asFault());
    }

    /** Only who has sent an access token is told what is wrong with it (RFC 6750, 3.1). */
    private static String challenge(Scheme scheme, Optional<Scheme> tried, RefusedCredentials refused) {
        return scheme instanceof BearerScheme && tried.equals(Optional.of(scheme))
                ? "%s, error=\"invalid_token\", error_description=\"%s\""
                        .formatted(scheme.challenge(), refused.getMessage())
                : scheme.challenge();
    }
}
