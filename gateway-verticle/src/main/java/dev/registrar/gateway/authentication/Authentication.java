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
 * Finds out who calls: by whichever scheme the {@code Authorization} header names, or without that header by the session
 * that a cookie names.
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
     * The schemes that are configured.
     *
     * @param users who may sign in by a password, if anybody may
     * @param server whose access tokens are accepted, if any are
     * @param clientAddressOf from which address a request comes
     * @param deadlineOf until when a request must be over
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

    /** A body waits meanwhile: nobody can make the service read one without credentials. */
    @Override
    public void handle(RoutingContext context) {
        context.request().pause();
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
        scheme.ifPresent(offered -> context.put(SCHEME, offered));
        var authenticated = scheme.map(offered ->
                        offered.authenticate(credentialsIn(header.get(), offered), clientAddressOf.apply(context)))
                .orElseGet(() -> Future.failedFuture(
                        new InvalidCredentials("Send credentials in this header; WWW-Authenticate tells which.")));
        inTime(context, authenticated)
                .onSuccess(caller -> proceed(context, caller))
                .onFailure(failure -> refuse(context, scheme, failure));
    }

    /** A browser sends the cookie whoever made it call: what changes something needs the token that only our site knows. */
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
                .onFailure(failure -> refuse(context, Optional.empty(), failure));
    }

    private <T> Future<T> inTime(RoutingContext context, Future<T> authenticated) {
        return authenticated.isComplete()
                ? authenticated
                : deadlineOf.apply(context).bound(authenticated).recover(Authentication::explain);
    }

    private static <T> Future<T> explain(Throwable failure) {
        return Future.failedFuture(
                failure instanceof TimeoutException
                        ? SERVICE_UNAVAILABLE
                                .because("It could not be found out in time who calls; try again.")
                                .asException()
                        : failure);
    }

    /** Asks again whether the access token that opened the session is still good; the session ends when it is not. */
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

    /** The caller of a request that came through here. */
    public static Caller callerOf(RoutingContext context) {
        return Authenticated.in(context).caller();
    }

    /** Refuses a caller who is known, and tells what the access token lacks, if it is one (RFC 6750, 3.1). */
    static void refuse(RoutingContext context, InsufficientScope lacking) {
        if (context.get(SCHEME) instanceof BearerScheme bearer) {
            context.response()
                    .putHeader(
                            CHALLENGE,
                            "%s, error=\"insufficient_scope\", scope=\"%s\""
                                    .formatted(bearer.challenge(), lacking.scopes()));
        }
        context.fail(lacking.asFault());
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

    /** Tells why a request is refused whose credentials were examined here. */
    public void refuse(RoutingContext context, Throwable failure) {
        refuse(context, Optional.ofNullable(context.get(SCHEME)), failure);
    }

    private void refuse(RoutingContext context, Optional<Scheme> tried, Throwable failure) {
        context.request().resume();
        if (failure instanceof InsufficientScope lacking) {
            refuse(context, lacking);
        } else if (failure instanceof TooManyFailedLogins tooMany) {
            context.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(tooMany.seconds()));
            context.fail(tooMany.asFault());
        } else if (failure instanceof InvalidCredentials refused) {
            challenge(context, tried, refused);
        } else {
            context.fail(failure);
        }
    }

    /** Tells how to authenticate, as every 401 does (RFC 9110, 15.5.2). */
    public void challenge(RoutingContext context) {
        challenge(context, Scheme::challenge);
    }

    private void challenge(RoutingContext context, Optional<Scheme> tried, InvalidCredentials refused) {
        challenge(context, scheme -> challenge(scheme, tried, refused));
        context.fail(refused.asFault());
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

    /** Only who has sent an access token is told what is wrong with it (RFC 6750, 3.1). */
    private static String challenge(Scheme scheme, Optional<Scheme> tried, InvalidCredentials refused) {
        return scheme instanceof BearerScheme && tried.equals(Optional.of(scheme))
                ? "%s, error=\"invalid_token\", error_description=\"%s\""
                        .formatted(scheme.challenge(), refused.getMessage())
                : scheme.challenge();
    }
}
