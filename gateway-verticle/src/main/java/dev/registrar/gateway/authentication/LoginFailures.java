package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.Authentication.Scheme;
import dev.registrar.gateway.authentication.LoginFailure.InsufficientScope;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.authentication.LoginFailure.TooManyFailedLogins;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.platform.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fails requests without sufficient credentials: says in {@code WWW-Authenticate} how to authenticate and what is wrong
 * with an access token, and counts the credentials that were rejected.
 */
final class LoginFailures {
    private static final String WWW_AUTHENTICATE = "WWW-Authenticate";
    private static final String SESSION = "session";

    private final List<Scheme> schemes;

    /** By the way of login. */
    private final Map<String, Counter> counters;

    /** Registers all counters at once, so that each exists from the start with the value 0. */
    LoginFailures(NodeMetrics metrics, List<Scheme> schemes) {
        this.schemes = schemes;
        counters = Stream.concat(schemes.stream().map(Scheme::name), Stream.of(SESSION))
                .collect(Collectors.toMap(
                        way -> way,
                        way -> metrics.counter(
                                "registrar.failed.logins",
                                "Credentials that were rejected",
                                "way",
                                way.toLowerCase(Locale.ROOT))));
    }

    void fail(RoutingContext context, Throwable failure) {
        if (failure instanceof InsufficientScope lacking) {
            triedScheme(context)
                    .flatMap(scheme -> scheme.challenge(lacking))
                    .ifPresent(challenge -> context.response().putHeader(WWW_AUTHENTICATE, challenge));
        } else if (failure instanceof TooManyFailedLogins tooMany) {
            count(context);
            context.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(tooMany.seconds()));
        } else if (failure instanceof InvalidCredentials invalid) {
            count(context);
            putChallenges(context, invalid);
        }
        context.fail(failure instanceof LoginFailure login ? login.error().asException() : failure);
    }

    /**
     * Fails the request of a caller who lacks some of these scopes, by the names that the credentials have for them.
     */
    void failForScopes(RoutingContext context, List<String> needed) {
        var scopes = Exchange.of(context).caller().scopes();
        var missing = needed.stream().filter(scope -> !scopes.contains(scope)).toList();
        var scheme = triedScheme(context);
        fail(
                context,
                new InsufficientScope(
                        scheme.map(tried -> tried.namesOf(needed)).orElse(needed),
                        scheme.map(tried -> tried.namesOf(missing)).orElse(missing)));
    }

    private Optional<Scheme> triedScheme(RoutingContext context) {
        var name = Exchange.of(context).triedScheme();
        return schemes.stream()
                .filter(scheme -> name.equals(Optional.of(scheme.name())))
                .findFirst();
    }

    /** Requests without credentials do not count. */
    private void count(RoutingContext context) {
        var exchange = Exchange.of(context);
        exchange.triedScheme()
                .or(() -> Sessions.isUsedBy(context) ? Optional.of(SESSION) : Optional.empty())
                .map(counters::get)
                .ifPresent(Counter::increment);
    }

    /**
     * Adds the challenge of each scheme, and to that of the tried one what is wrong with the credentials. Prevents
     * browsers from opening their own password dialog for a request from a page's script, which would wait for it
     * although its user may want to log in another way: they do not know the scheme xBasic.
     */
    private void putChallenges(RoutingContext context, InvalidCredentials invalid) {
        var tried = triedScheme(context);
        var isFromScript = invalid.isAboutSession() || isFromScript(context);
        var challenges = schemes.stream()
                .map(scheme -> scheme.challenge(tried.filter(scheme::equals).map(used -> invalid)))
                .map(challenge -> isFromScript ? challenge.replaceFirst("^Basic ", "xBasic ") : challenge)
                .toList();
        context.response().putHeader(WWW_AUTHENTICATE, challenges);
    }

    /**
     * Browsers report the kind of request (W3C, Fetch Metadata Request Headers) if the service is reached over TLS or
     * on the same machine; otherwise, a script can mark its requests itself. A cookie shows that the user logs in to a
     * page.
     */
    private static boolean isFromScript(RoutingContext context) {
        var mode = context.request().getHeader("Sec-Fetch-Mode");
        return (mode != null && !mode.equals("navigate"))
                || context.request().headers().contains(Authentication.SENT_BY_SCRIPT)
                || Sessions.isNamedIn(context);
    }
}
