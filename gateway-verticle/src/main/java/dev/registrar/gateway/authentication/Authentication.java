package dev.registrar.gateway.authentication;

import dev.registrar.resource.bus.Caller;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out who calls: by whichever scheme the {@code Authorization} header names, or without that header by the session
 * that a cookie names.
 */
public final class Authentication implements Handler<RoutingContext> {
    private static final String AUTHENTICATED = Authenticated.class.getName();
    private static final String SCHEME = Scheme.class.getName();
    private static final String CHALLENGE = "WWW-Authenticate";
    private static final Set<HttpMethod> SAFE_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final List<Scheme> schemes = new ArrayList<>();
    private final Sessions sessions;

    public Authentication(Vertx vertx, AuthenticationSettings settings, Sessions sessions) {
        this.sessions = sessions;
        if (settings.offersBasic()) {
            schemes.add(new BasicScheme(vertx, settings));
        }
        if (settings.offersBearer()) {
            schemes.add(new BearerScheme(vertx, settings));
        }
    }

    @Override
    public void handle(RoutingContext context) {
        if (Sessions.isNamedIn(context) && !context.request().headers().contains(HttpHeaders.AUTHORIZATION)) {
            bySession(context);
        } else {
            byCredentials(context);
        }
    }

    /** Finds out who calls by the {@code Authorization} header alone. */
    public void byCredentials(RoutingContext context) {
        var header = Optional.ofNullable(context.request().getHeader(HttpHeaders.AUTHORIZATION));
        var scheme = header.flatMap(this::schemeOf);
        scheme.map(offered -> offered.authenticate(credentialsIn(header.get(), offered), addressOf(context)))
                .orElseGet(() -> Future.failedFuture(
                        new RefusedCredentials("Send credentials in this header; WWW-Authenticate tells which.")))
                .onSuccess(authenticated -> {
                    context.put(AUTHENTICATED, authenticated).put(SCHEME, scheme.get());
                    context.next();
                })
                .onFailure(failure -> refuse(context, scheme, failure));
    }

    /** A browser sends the cookie whoever made it call: what changes something needs the token that only our site knows. */
    private void bySession(RoutingContext context) {
        sessions.find(context)
                .map(found ->
                        found.orElseThrow(() -> new RefusedCredentials("The session has ended; open another one.")))
                .map(session -> {
                    if (!SAFE_METHODS.contains(context.request().method())) {
                        session.requireProof(context);
                    }
                    return new Authenticated(session.caller(), session.until());
                })
                .onSuccess(authenticated -> {
                    context.put(AUTHENTICATED, authenticated);
                    context.next();
                })
                .onFailure(failure -> refuse(context, Optional.empty(), failure));
    }

    /** The caller of a request that came through here. */
    public static Caller callerOf(RoutingContext context) {
        return authenticatedIn(context).caller();
    }

    static Authenticated authenticatedIn(RoutingContext context) {
        return context.get(AUTHENTICATED);
    }

    /** Tells a client that came through here what its access token lacks (RFC 6750, 3.1). */
    static void demandScopes(RoutingContext context, String scopes) {
        if (context.get(SCHEME) instanceof BearerScheme bearer) {
            context.response()
                    .putHeader(
                            CHALLENGE,
                            "%s, error=\"insufficient_scope\", scope=\"%s\"".formatted(bearer.challenge(), scopes));
        }
    }

    private Optional<Scheme> schemeOf(String header) {
        return schemes.stream()
                .filter(scheme -> header.regionMatches(
                        true, 0, scheme.name() + " ", 0, scheme.name().length() + 1))
                .findFirst();
    }

    private static String addressOf(RoutingContext context) {
        return context.request().remoteAddress().hostAddress();
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
