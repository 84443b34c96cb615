package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.gateway.authentication.basic.BasicScheme;
import dev.registrar.gateway.authentication.basic.TooManyFailedLogins;
import dev.registrar.gateway.authentication.basic.UsersFile;
import dev.registrar.gateway.authentication.bearer.BearerScheme;
import dev.registrar.gateway.authentication.scheme.Authenticated;
import dev.registrar.gateway.authentication.scheme.InsufficientScope;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.gateway.authentication.scheme.Scheme;
import dev.registrar.gateway.authentication.session.OpenSession;
import dev.registrar.gateway.authentication.session.Sessions;
import dev.registrar.gateway.authentication.token.AuthorizationServer;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.time.Deadline;
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
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Authenticates the caller by the scheme in the {@code Authorization} header or, without that header, by the session in
 * a cookie.
 */
public final class Authentication implements Handler<RoutingContext> {
    private static final String SCHEME = Scheme.class.getName();
    private static final String CHALLENGE = "WWW-Authenticate";
    private static final Set<HttpMethod> SAFE_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final List<Scheme> schemes = new ArrayList<>();
    private final Optional<BearerScheme> bearer;
    private final Sessions sessions;
    private final Function<RoutingContext, String> clientAddressOf;
    private final Function<RoutingContext, Deadline> deadlineOf;

    private Authentication(
            Optional<BearerScheme> bearer,
            Sessions sessions,
            Function<RoutingContext, String> clientAddressOf,
            Function<RoutingContext, Deadline> deadlineOf) {
        this.deadlineOf = deadlineOf;
        this.bearer = bearer;
        this.sessions = sessions;
        this.clientAddressOf = clientAddressOf;
    }

    /**
     * Creates the configured schemes.
     *
     * @param users the users who may sign in with a password; empty if Basic authentication is off
     * @param server the server whose access tokens are accepted, if any
     * @param clientAddressOf returns the client address of a request
     * @param deadlineOf returns the deadline of a request
     */
    public static Authentication of(
            Vertx vertx,
            AuthenticationSettings settings,
            Optional<UsersFile> users,
            Optional<AuthorizationServer> server,
            Sessions sessions,
            Function<RoutingContext, String> clientAddressOf,
            Function<RoutingContext, Deadline> deadlineOf) {
        var bearer = server.map(issuer -> new BearerScheme(vertx, issuer, settings.bearer()));
        var authentication = new Authentication(bearer, sessions, clientAddressOf, deadlineOf);
        users.map(file -> new BasicScheme(file, settings.basic())).ifPresent(authentication.schemes::add);
        bearer.ifPresent(authentication.schemes::add);
        return authentication;
    }

    /** The request body is not read in the meantime, so nobody can make the service read one without credentials. */
    @Override
    public void handle(RoutingContext context) {
        context.request().pause();
        if (Sessions.isNamedIn(context) && !context.request().headers().contains(HttpHeaders.AUTHORIZATION)) {
            bySession(context);
        } else {
            byCredentials(context);
        }
    }

    /** Authenticates the caller by the {@code Authorization} header only. */
    public void byCredentials(RoutingContext context) {
        var header = Optional.ofNullable(context.request().getHeader(HttpHeaders.AUTHORIZATION));
        var scheme = header.flatMap(this::schemeOf);
        scheme.ifPresent(offered -> context.put(SCHEME, offered));
        var authenticated = scheme.map(offered ->
                        offered.authenticate(credentialsIn(header.get(), offered), clientAddressOf.apply(context)))
                .orElseGet(() -> Future.failedFuture(new InvalidCredentials(
                        "Send credentials in this header; WWW-Authenticate lists the accepted schemes.")));
        inTime(context, authenticated)
                .onSuccess(caller -> proceed(context, caller))
                .onFailure(failure -> reject(context, scheme, failure));
    }

    /**
     * Browsers send the cookie with requests from any site, so a change also needs the token that only our site knows.
     */
    private void bySession(RoutingContext context) {
        var authenticated = sessions.find(context)
                .map(found -> found.orElseThrow(Authentication::sessionHasEnded))
                .compose(session -> {
                    if (!SAFE_METHODS.contains(context.request().method())) {
                        session.requireProof(context);
                    }
                    return session.revocable()
                            .map(token -> byTokenOf(session, token, context))
                            .orElseGet(
                                    () -> Future.succeededFuture(new Authenticated(session.caller(), session.until())));
                });
        inTime(context, authenticated)
                .onSuccess(caller -> proceed(context, caller))
                .onFailure(failure -> reject(context, Optional.empty(), failure));
    }

    private <T> Future<T> inTime(RoutingContext context, Future<T> authenticated) {
        return authenticated.isComplete()
                ? authenticated
                : deadlineOf.apply(context).bound(authenticated).recover(Authentication::explainTimeout);
    }

    private static <T> Future<T> explainTimeout(Throwable failure) {
        return Future.failedFuture(
                failure instanceof TimeoutException
                        ? SERVICE_UNAVAILABLE
                                .because("The credentials could not be checked in time; try again.")
                                .asException()
                        : failure);
    }

    /** Checks whether the access token that opened the session is still valid; ends the session if it is not. */
    private Future<Authenticated> byTokenOf(OpenSession session, String token, RoutingContext context) {
        return bearer.map(scheme -> scheme.authenticate(token, clientAddressOf.apply(context)))
                .orElseGet(() -> Future.failedFuture(sessionHasEnded()))
                .recover(failure -> failure instanceof InvalidCredentials
                        ? sessions.end(session).transform(done -> Future.failedFuture(sessionHasEnded()))
                        : Future.failedFuture(failure));
    }

    private static InvalidCredentials sessionHasEnded() {
        return new InvalidCredentials("The session has ended; open another one.");
    }

    private static void proceed(RoutingContext context, Authenticated authenticated) {
        authenticated.putIn(context);
        context.request().resume();
        context.next();
    }

    /** Returns the caller of an authenticated request. */
    public static Caller callerOf(RoutingContext context) {
        return Authenticated.in(context).caller();
    }

    /**
     * Rejects an authenticated caller, and says which scope the access token lacks, if there is one (RFC 6750, 3.1).
     */
    static void reject(RoutingContext context, InsufficientScope lacking) {
        if (context.get(SCHEME) instanceof BearerScheme bearer) {
            context.response()
                    .putHeader(
                            CHALLENGE,
                            "%s, error=\"insufficient_scope\", scope=\"%s\""
                                    .formatted(bearer.challenge(), lacking.scopes()));
        }
        context.fail(lacking.toException());
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

    /** Rejects a request and says why, in the challenge of the scheme that was tried. */
    public void reject(RoutingContext context, Throwable failure) {
        reject(context, Optional.ofNullable(context.get(SCHEME)), failure);
    }

    private void reject(RoutingContext context, Optional<Scheme> tried, Throwable failure) {
        context.request().resume();
        if (failure instanceof InsufficientScope lacking) {
            reject(context, lacking);
        } else if (failure instanceof TooManyFailedLogins tooMany) {
            context.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(tooMany.seconds()));
            context.fail(tooMany.toException());
        } else if (failure instanceof InvalidCredentials invalid) {
            challenge(context, tried, invalid);
        } else {
            context.fail(failure);
        }
    }

    /** Adds a challenge that says how to authenticate, as required for every 401 (RFC 9110, 15.5.2). */
    public void challenge(RoutingContext context) {
        challenge(context, Scheme::challenge);
    }

    private void challenge(RoutingContext context, Optional<Scheme> tried, InvalidCredentials invalid) {
        challenge(context, scheme -> challenge(scheme, tried, invalid));
        context.fail(invalid.toException());
    }

    private void challenge(RoutingContext context, Function<Scheme, String> challengeOf) {
        context.response()
                .putHeader(
                        CHALLENGE,
                        schemes.stream()
                                .map(challengeOf)
                                .map(challenge -> Browsers.challenge(context.request(), challenge))
                                .toList());
    }

    /** Only a client that has sent an access token is told what is wrong with it (RFC 6750, 3.1). */
    private static String challenge(Scheme scheme, Optional<Scheme> tried, InvalidCredentials invalid) {
        return scheme instanceof BearerScheme && tried.equals(Optional.of(scheme))
                ? "%s, error=\"invalid_token\", error_description=\"%s\""
                        .formatted(scheme.challenge(), invalid.getMessage())
                : scheme.challenge();
    }
}
