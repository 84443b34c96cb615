package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.gateway.authentication.LoginFailure.InsufficientScope;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.authentication.LoginFailure.TooManyFailedLogins;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.Exchange.Authenticated;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
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
public final class Authentication {
    /** The header by which a page marks the requests of its scripts, whatever its value. */
    public static final String SENT_BY_SCRIPT = "X-Requested-With";

    private static final Set<HttpMethod> SAFE_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    /** How long a response that has begun waits for its credentials to be checked again. */
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(1);

    private final List<Scheme> schemes;
    private final Optional<BearerScheme> bearer;
    private final Sessions sessions;
    private final LoginFailures failures;
    private final Function<RoutingContext, String> clientNetworkOf;

    /** An HTTP authentication scheme (RFC 9110, 11.1). */
    interface Scheme {
        /** The name at the beginning of the {@code Authorization} header; case is ignored. */
        String name();

        /**
         * The challenge for {@code WWW-Authenticate}.
         *
         * @param invalid what is wrong with the credentials of this scheme, if the client has sent some
         */
        String challenge(Optional<InvalidCredentials> invalid);

        /** The challenge for genuine credentials that lack a scope; empty if the scheme has none. */
        default Optional<String> challenge(InsufficientScope lacking) {
            return Optional.empty();
        }

        /** The names that credentials of this scheme have for the scopes of a caller. */
        default List<String> namesOf(List<String> scopes) {
            return scopes;
        }

        /**
         * Authenticates a caller.
         *
         * @param credentials what follows the name in the header
         * @param clientNetwork the network that the request comes from, which counts as one client
         * @return fails, like the call, with {@link InvalidCredentials} if the credentials are wrong, and with a JSON:API
         *     error if that currently cannot be determined
         */
        Future<Authenticated> authenticate(String credentials, String clientNetwork);
    }

    /**
     * Creates the configured schemes.
     *
     * @param users the users who may sign in with a password; empty if Basic authentication is off
     * @param server the server whose access tokens are accepted, if any
     * @param clientNetworkOf returns the network that a request comes from, which counts as one client
     */
    public Authentication(
            Vertx vertx,
            AuthenticationSettings settings,
            Optional<UsersFile> users,
            Optional<AuthorizationServer> server,
            Sessions sessions,
            Function<RoutingContext, String> clientNetworkOf) {
        var failedLogins = new FailedLogins(settings.basic().failedLoginsPerMinute(), System::nanoTime);
        var basic = users.map(file -> new BasicScheme(file, failedLogins));
        bearer = server.map(issuer -> new BearerScheme(vertx, issuer, settings.bearer()));
        schemes = Stream.<Scheme>concat(basic.stream(), bearer.stream()).toList();
        failures = new LoginFailures(NodeMetrics.of(vertx), schemes);
        this.sessions = sessions;
        this.clientNetworkOf = clientNetworkOf;
    }

    /**
     * Lets the requests of callers with these scopes go on. The verticle that receives a request requires them too, but
     * only after the body has been read.
     */
    public Handler<RoutingContext> requiring(Function<Exchange, List<String>> scopesOf) {
        return context -> authenticate(context, this::find, scopesOf);
    }

    /** Authenticates the caller by the {@code Authorization} header only. */
    public void byCredentials(RoutingContext context) {
        authenticate(context, this::findByCredentials, exchange -> List.of());
    }

    /** Authenticates the caller by the session in the cookie only. */
    public void bySession(RoutingContext context) {
        authenticate(context, this::findBySession, exchange -> List.of());
    }

    /** Fails a request that is not authenticated, and says why in the challenge of the scheme that was tried. */
    public void fail(RoutingContext context, Throwable failure) {
        context.request().resume();
        failures.fail(context, failure);
    }

    private Future<Authenticated> find(RoutingContext context) {
        return Sessions.isUsedBy(context) ? findBySession(context) : findByCredentials(context);
    }

    private Future<Authenticated> findByCredentials(RoutingContext context) {
        var header = context.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null) {
            throw new InvalidCredentials("Nobody is logged in: there are no credentials in this request.");
        }
        var end = header.indexOf(' ');
        var name = end < 0 ? header : header.substring(0, end);
        for (var scheme : schemes) {
            if (scheme.name().equalsIgnoreCase(name)) {
                Exchange.of(context).setTriedScheme(scheme.name());
                return scheme.authenticate(header.substring(name.length()).trim(), clientNetworkOf.apply(context));
            }
        }
        throw new InvalidCredentials("This scheme is not accepted; WWW-Authenticate lists the accepted ones.");
    }

    /**
     * Finds the caller to whom the session belongs. Browsers send the cookie with requests from any site, so a change
     * also needs the token that only our site knows.
     */
    private Future<Authenticated> findBySession(RoutingContext context) {
        return sessions.find(context)
                .map(found -> found.orElseThrow(() -> noSession(context)))
                .compose(session -> {
                    if (!SAFE_METHODS.contains(context.request().method())) {
                        session.requireProof(context);
                    }
                    session.putIn(context);
                    return session.authenticated()
                            .token()
                            .map(token -> findByTokenOf(session, token, context))
                            .orElseGet(() -> Future.succeededFuture(session.authenticated()));
                });
    }

    /** Checks whether the access token that opened the session is still valid; ends the session if it is not. */
    private Future<Authenticated> findByTokenOf(OpenSession session, String token, RoutingContext context) {
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

    /** The request body is not read in the meantime, so nobody can make the service read one without credentials. */
    private void authenticate(
            RoutingContext context,
            Function<RoutingContext, Future<Authenticated>> find,
            Function<Exchange, List<String>> scopesOf) {
        context.request().pause();
        inTime(context, Future.succeededFuture(context).compose(find))
                .onSuccess(found -> proceed(context, found, scopesOf))
                .onFailure(failure -> fail(context, failure));
    }

    private static Future<Authenticated> inTime(RoutingContext context, Future<Authenticated> credentials) {
        return Exchange.of(context)
                .deadline()
                .bound(RequestContext.kept(credentials))
                .recover(failure -> Future.failedFuture(
                        failure instanceof TimeoutException
                                ? SERVICE_UNAVAILABLE
                                        .because("Your login could not be checked in time; try again.")
                                        .asException()
                                : failure));
    }

    private void proceed(RoutingContext context, Authenticated credentials, Function<Exchange, List<String>> scopesOf) {
        var exchange = Exchange.of(context);
        exchange.setAuthenticated(credentials);
        context.request().resume();
        var needed = scopesOf.apply(exchange);
        if (credentials.caller().scopes().containsAll(needed)) {
            context.next();
        } else {
            failures.failForScopes(context, needed);
        }
    }

    /**
     * Whether the credentials of an authenticated request are still those of the same caller, with the same rights, for
     * a response that takes long. If this cannot be determined soon, they are, until they expire.
     */
    public Future<Boolean> isStillValid(RoutingContext context) {
        var before = Exchange.of(context).authenticated();
        if (before.hasExpired()) {
            return Future.succeededFuture(false);
        }
        return Deadline.in(LONGEST_CHECK)
                .bound(Future.succeededFuture(context).compose(this::find))
                .map(now -> now.caller().equals(before.caller()))
                .otherwise(failure -> !(failure instanceof LoginFailure) || failure instanceof TooManyFailedLogins);
    }

    /** Fails as a request without valid credentials does, unless those of this request are still valid. */
    public Future<Void> requireStillValid(RoutingContext context) {
        return isStillValid(context)
                .compose(isValid -> isValid
                        ? Future.succeededFuture()
                        : Future.failedFuture(
                                Sessions.isUsedBy(context)
                                        ? sessionHasEnded()
                                        : new InvalidCredentials("Your login is no longer valid; log in again.")));
    }
}
