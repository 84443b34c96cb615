package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.bearer.BearerScheme;
import dev.registrar.gateway.authentication.scheme.InsufficientScope;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.gateway.authentication.scheme.Scheme;
import dev.registrar.gateway.authentication.session.Sessions;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;

/** Writes {@code WWW-Authenticate}: how to authenticate, and what is wrong with an access token. */
public final class Challenges {
    /** The header by which a page marks the requests of its scripts, whatever its value. */
    public static final String SENT_BY_SCRIPT = "X-Requested-With";

    private static final String HEADER = "WWW-Authenticate";
    private static final String BASIC = "Basic ";

    /** A scheme unknown to browsers, so its challenges reach the script as a normal response. */
    private static final String BASIC_FOR_SCRIPTS = "xBasic ";

    private final List<Scheme> schemes;

    Challenges(List<Scheme> schemes) {
        this.schemes = schemes;
    }

    /** Adds the challenge of each scheme, and to that of the tried one what is wrong with the credentials. */
    void put(RoutingContext context, Optional<Scheme> tried, InvalidCredentials invalid) {
        var isFromScript = invalid.isAboutSession() || isFromScript(context);
        var challenges = schemes.stream()
                .map(scheme -> challenge(scheme, tried, invalid))
                .map(challenge -> isFromScript ? withoutDialog(challenge) : challenge)
                .toList();
        context.response().putHeader(HEADER, challenges);
    }

    /** Only a client that has sent an access token is told what is wrong with it (RFC 6750, 3.1). */
    private static String challenge(Scheme scheme, Optional<Scheme> tried, InvalidCredentials invalid) {
        return scheme instanceof BearerScheme && tried.equals(Optional.of(scheme))
                ? "%s, error=\"invalid_token\", error_description=\"%s\""
                        .formatted(scheme.challenge(), invalid.getMessage())
                : scheme.challenge();
    }

    /** Adds the scopes that an access token lacks (RFC 6750, 3.1). */
    static void put(RoutingContext context, BearerScheme bearer, InsufficientScope lacking) {
        context.response()
                .putHeader(
                        HEADER,
                        "%s, error=\"insufficient_scope\", scope=\"%s\""
                                .formatted(bearer.challenge(), lacking.scopes()));
    }

    /**
     * Prevents browsers from opening their own password dialog for a request from a page's script: the page would wait
     * for the dialog, although its user may want to log in another way.
     */
    private static String withoutDialog(String challenge) {
        return challenge.startsWith(BASIC) ? BASIC_FOR_SCRIPTS + challenge.substring(BASIC.length()) : challenge;
    }

    /**
     * Browsers report the kind of request (W3C, Fetch Metadata Request Headers) if the service is reached over TLS or
     * on the same machine; otherwise, a script can mark its requests itself. A cookie shows that the user logs in to a
     * page.
     */
    private static boolean isFromScript(RoutingContext context) {
        var mode = context.request().getHeader("Sec-Fetch-Mode");
        return (mode != null && !mode.equals("navigate"))
                || context.request().headers().contains(SENT_BY_SCRIPT)
                || Sessions.isNamedIn(context);
    }
}
