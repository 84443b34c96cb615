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
import dev.registrar.resource.operations.NodeMetrics;
import dev.registrar.resource.operations.RequestContext;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Authenticates the caller by the scheme in the {@code Authorization} header or, without that header, by the session in
 * a cookie.
 */
public final class Authentication implements Handler<RoutingContext> {
    /** The key of the scheme that was tried; none for a session. */
    private static final String SCHEME = Scheme.class.getName();

    private static final Set<HttpMethod> SAFE_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    /** How long a response that has begun waits for its credentials to be checked again. */
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(1);

    private final List<Scheme> schemes;
    private final Challenges challenges;
    private final FailedLoginCounters failedLogins;
    private final Optional<BearerScheme> bearer;
    private final Sessions sessions;
    private final Function<RoutingContext, String> clientNetworkOf;
    private final Function<RoutingContext, Deadline> deadlineOf;

    private Authentication(
            NodeMetrics metrics,
            Optional<BasicScheme> basic,
            Optional<BearerScheme> bearer,
            Sessions sessions,
            Function<RoutingContext, String> clientNetworkOf,
            Function<RoutingContext, Deadline> deadlineOf) {
        schemes = Stream.<Scheme>concat(basic.stream(), bearer.stream()).toList();
        challenges = new Challenges(schemes);
        failedLogins = new FailedLoginCounters(metrics, schemes);
        this.bearer = bearer;
        this.sessions = sessions;
        this.clientNetworkOf = clientNetworkOf;
        this.deadlineOf = deadlineOf;
    }

    /**
     * Creates the configured schemes.
     *
     * @param users the users who may sign in with a password; empty if Basic authentication is off
     * @param server the server whose access tokens are accepted, if any
     * @param clientNetworkOf returns the network that a request comes from, which counts as one client
     * @param deadlineOf returns the deadline of a request
     */
    public static Authentication of(
            Vertx vertx,
            AuthenticationSettings settings,
            Optional<UsersFile> users,
            Optional<AuthorizationServer> server,
            Sessions sessions,
            Function<RoutingContext, String> clientNetworkOf,
            Function<RoutingContext, Deadline> deadlineOf) {
        return new Authentication(
                NodeMetrics.of(vertx),
                users.map(file -> new BasicScheme(file, settings.basic())),
                server.map(issuer -> new BearerScheme(vertx, issuer, settings.bearer())),
                sessions,
                clientNetworkOf,
                deadlineOf);
    }

    @Override
    public void handle(RoutingContext context) {
        if (isBySession(context)) {
            bySession(context);
        } else {
            byCredentials(context);
        }
    }

    /** Authenticates the caller by the {@code Authorization} header only. */
    public void byCredentials(RoutingContext context) {
        authenticate(context, authenticateByCredentials(context));
    }

    private Future<Authenticated> authenticateByCredentials(RoutingContext context) {
        var header = Optional.ofNullable(context.request().getHeader(HttpHeaders.AUTHORIZATION));
        var scheme = header.flatMap(this::schemeOf);
        scheme.ifPresent(offered -> context.put(SCHEME, offered));
        return scheme.map(offered ->
                        offered.authenticate(credentialsIn(header.get(), offered), clientNetworkOf.apply(context)))
                .orElseGet(() -> Future.failedFuture(new InvalidCredentials(
                        header.isPresent()
                                ? "This scheme is not accepted; WWW-Authenticate lists the accepted ones."
                                : "Nobody is logged in: there are no credentials in this request.")));
    }

    /**
     * Authenticates the caller by the session in the cookie only. Browsers send the cookie with requests from any site,
     * so a change also needs the token that only our site knows.
     */
    public void bySession(RoutingContext context) {
        authenticate(context, authenticateBySession(context));
    }

    private Future<Authenticated> authenticateBySession(RoutingContext context) {
        return sessions.find(context)
                .map(found -> found.orElseThrow(() -> noSession(context)))
                .compose(session -> {
                    if (!SAFE_METHODS.contains(context.request().method())) {
                        session.requireProof(context);
                    }
                    session.putIn(context);
                    return session.token()
                            .map(token -> byTokenOf(session, token, context))
                            .orElseGet(
                                    () -> Future.succeededFuture(new Authenticated(session.caller(), session.until())));
                });
    }

    /**
     * Whether the credentials of an authenticated request are still those of the same caller, with the same rights, for
     * a response that takes long. If this cannot be determined soon, they are, until they expire.
     */
    public Future<Boolean> isStillValid(RoutingContext context) {
        var before = Authenticated.in(context);
        if (haveExpired(before)) {
            return Future.succeededFuture(false);
        }
        var again = isBySession(context) ? authenticateBySession(context) : authenticateByCredentials(context);
        return Deadline.in(LONGEST_CHECK)
                .bound(again)
                .map(now -> now.caller().equals(before.caller()))
                .otherwise(
                        failure -> !(failure instanceof InvalidCredentials) && !(failure instanceof InsufficientScope));
    }

    /** Fails as a request without valid credentials does, unless those of this request are still valid. */
    public Future<Void> requireStillValid(RoutingContext context) {
        return isStillValid(context)
                .compose(isValid -> isValid ? Future.succeededFuture() : Future.failedFuture(noLongerValid(context)));
    }

    /**
     * Fails if the credentials have expired, without the allowance for clocks that differ: whoever follows the events does so until
     * then.
     */
    public static Future<Void> requireNotExpired(RoutingContext context) {
        return haveExpired(Authenticated.in(context))
                ? Future.failedFuture(noLongerValid(context))
                : Future.succeededFuture();
    }

    private static boolean haveExpired(Authenticated credentials) {
        return !Instant.now().isBefore(credentials.until());
    }

    private static InvalidCredentials noLongerValid(RoutingContext context) {
        return isBySession(context)
                ? sessionHasEnded()
                : new InvalidCredentials("Your login is no longer valid; log in again.");
    }

    private static boolean isBySession(RoutingContext context) {
        return Sessions.isNamedIn(context) && !context.request().headers().contains(HttpHeaders.AUTHORIZATION);
    }

    /** The request body is not read in the meantime, so nobody can make the service read one without credentials. */
    private void authenticate(RoutingContext context, Future<Authenticated> authenticated) {
        context.request().pause();
        inTime(context, authenticated)
                .onSuccess(caller -> proceed(context, caller))
                .onFailure(failure -> fail(context, failure));
    }

    private <T> Future<T> inTime(RoutingContext context, Future<T> authenticated) {
        var kept = RequestContext.kept(authenticated);
        return kept.isComplete() ? kept : deadlineOf.apply(context).bound(kept).recover(Authentication::explainTimeout);
    }

    private static <T> Future<T> explainTimeout(Throwable failure) {
        return Future.failedFuture(
                failure instanceof TimeoutException
                        ? SERVICE_UNAVAILABLE
                                .because("Your login could not be checked in time; try again.")
                                .asException()
                        : failure);
    }

    /** Checks whether the access token that opened the session is still valid; ends the session if it is not. */
    private Future<Authenticated> byTokenOf(OpenSession session, String token, RoutingContext context) {
        return bearer.map(scheme -> scheme.authenticate(token, clientNetworkOf.apply(context)))
                .orElseGet(() -> Future.failedFuture(sessionHasEnded()))
                .recover(failure -> failure instanceof InvalidCredentials
                        ? sessions.end(session, context).transform(done -> Future.failedFuture(sessionHasEnded()))
                        : Future.failedFuture(failure));
    }

    private static InvalidCredentials noSession(RoutingContext context) {
        return Sessions.isNamedIn(context)
                ? sessionHasEnded()
                : InvalidCredentials.inCookie("Nobody is logged in: there is no session.");
    }

    private static InvalidCredentials sessionHasEnded() {
        return InvalidCredentials.inCookie("Your session has ended; log in again.");
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

    /** Returns the name of the caller if the request is authenticated. */
    public static Optional<String> nameOfCaller(RoutingContext context) {
        return Optional.ofNullable(Authenticated.in(context))
                .map(authenticated -> authenticated.caller().name());
    }

    private Optional<Scheme> schemeOf(String header) {
        var name = header.split(" ", 2)[0];
        return schemes.stream()
                .filter(scheme -> scheme.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private static String credentialsIn(String header, Scheme scheme) {
        return header.substring(scheme.name().length()).trim();
    }

    /** Fails a request that is not authenticated, and says why in the challenge of the scheme that was tried. */
    public void fail(RoutingContext context, Throwable failure) {
        context.request().resume();
        failedLogins.count(failure, Optional.ofNullable(context.get(SCHEME)), isBySession(context));
        if (failure instanceof InsufficientScope lacking) {
            failForScopes(context, lacking);
        } else if (failure instanceof TooManyFailedLogins tooMany) {
            context.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(tooMany.seconds()));
            context.fail(tooMany.toException());
        } else if (failure instanceof InvalidCredentials invalid) {
            challenges.put(context, Optional.ofNullable(context.get(SCHEME)), invalid);
            context.fail(invalid.toException());
        } else {
            context.fail(failure);
        }
    }

    /** Fails the request of a caller who lacks some of these scopes, by the names that the credentials have for them. */
    static void failForScopes(RoutingContext context, List<String> needed) {
        var scopes = callerOf(context).scopes();
        var missing = needed.stream().filter(scope -> !scopes.contains(scope)).toList();
        failForScopes(context, new InsufficientScope(named(context, needed), named(context, missing)));
    }

    private static List<String> named(RoutingContext context, List<String> scopes) {
        return context.get(SCHEME) instanceof BearerScheme bearer ? bearer.namesOf(scopes) : scopes;
    }

    /** Fails the request of an authenticated caller, and says which scopes the access token needs, if there is one. */
    private static void failForScopes(RoutingContext context, InsufficientScope lacking) {
        if (context.get(SCHEME) instanceof BearerScheme bearer) {
            Challenges.put(context, bearer, lacking);
        }
        context.fail(lacking.toException());
    }
}
