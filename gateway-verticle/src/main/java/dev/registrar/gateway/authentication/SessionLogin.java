package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.bearer.BearerScheme;
import dev.registrar.gateway.authentication.scheme.Authenticated;
import dev.registrar.gateway.authentication.scheme.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.authentication.session.OpenSession;
import dev.registrar.gateway.authentication.session.Sessions;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Authenticates callers by the session in a cookie. */
final class SessionLogin {
    private static final Set<HttpMethod> SAFE_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final Sessions sessions;
    private final Optional<BearerScheme> bearer;
    private final Function<RoutingContext, String> clientNetworkOf;

    SessionLogin(Sessions sessions, Optional<BearerScheme> bearer, Function<RoutingContext, String> clientNetworkOf) {
        this.sessions = sessions;
        this.bearer = bearer;
        this.clientNetworkOf = clientNetworkOf;
    }

    /** Whether a request names a session and has no other credentials, which would take precedence. */
    static boolean isUsedBy(RoutingContext context) {
        return Sessions.isNamedIn(context) && !context.request().headers().contains(HttpHeaders.AUTHORIZATION);
    }

    /**
     * Returns the caller to whom the session belongs. Browsers send the cookie with requests from any site, so a change
     * also needs the token that only our site knows.
     */
    Future<Authenticated> authenticate(RoutingContext context) {
        return sessions.find(context)
                .map(found -> found.orElseThrow(() -> noSession(context)))
                .compose(session -> {
                    if (!SAFE_METHODS.contains(context.request().method())) {
                        session.requireProof(context);
                    }
                    session.putIn(context);
                    return session.token()
                            .map(token -> authenticateByToken(session, token, context))
                            .orElseGet(
                                    () -> Future.succeededFuture(new Authenticated(session.caller(), session.until())));
                });
    }

    /** Checks whether the access token that opened the session is still valid; ends the session if it is not. */
    private Future<Authenticated> authenticateByToken(OpenSession session, String token, RoutingContext context) {
        return bearer.map(scheme -> scheme.authenticate(token, clientNetworkOf.apply(context)))
                .orElseGet(() -> Future.failedFuture(hasEnded()))
                .recover(failure -> failure instanceof InvalidCredentials
                        ? sessions.end(session, context).transform(done -> Future.failedFuture(hasEnded()))
                        : Future.failedFuture(failure));
    }

    private static InvalidCredentials noSession(RoutingContext context) {
        return Sessions.isNamedIn(context)
                ? hasEnded()
                : InvalidCredentials.inCookie("Nobody is logged in: there is no session.");
    }

    static InvalidCredentials hasEnded() {
        return InvalidCredentials.inCookie("Your session has ended; log in again.");
    }
}
