package dev.registrar.gateway.http;

import static dev.registrar.gateway.authentication.Sessions.COOKIE;
import static dev.registrar.gateway.authentication.Sessions.CSRF_COOKIE;
import static dev.registrar.gateway.authentication.Sessions.CSRF_HEADER;
import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_MISSING;
import static dev.registrar.resource.error.ErrorCode.METHOD_NOT_ALLOWED;
import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.authentication.Sessions;
import dev.registrar.gateway.authentication.Sessions.OpenSession;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;

/** Opens and ends the sessions of browsers, at {@code /v1/sessions/}. */
public final class SessionRoutes {
    private static final String PATH = "/v1/sessions";
    private static final String COOKIE_PATH = "/v1/";
    private static final String ALLOW = "DELETE, OPTIONS, POST";

    private final Authentication authentication;
    private final Sessions sessions;
    private final PublicUrl publicUrl;

    public SessionRoutes(Authentication authentication, Sessions sessions, HttpSettings settings) {
        this.authentication = authentication;
        this.sessions = sessions;
        publicUrl = settings.publicAddress();
    }

    public void mount(Router router) {
        router.route(PATH).handler(SessionRoutes::allow);
        router.post(PATH).handler(authentication::byCredentials).handler(this::open);
        router.delete(PATH).handler(this::end);
        router.options(PATH).handler(context -> Answer.empty(context, 200));
        router.route(PATH).handler(SessionRoutes::refuseMethod);
    }

    private static void allow(RoutingContext context) {
        context.response().putHeader(HttpHeaders.ALLOW, ALLOW);
        context.next();
    }

    private void open(RoutingContext context) {
        sessions.open(context)
                .onSuccess(session -> {
                    setCookies(context, session);
                    Answer.empty(context, 204);
                })
                .onFailure(context::fail);
    }

    /** Ends the session that the cookie names, whatever other credentials come with it. */
    private void end(RoutingContext context) {
        sessions.find(context)
                .map(found -> found.orElseThrow(() -> UNAUTHENTICATED
                        .at(header("Cookie"), "There is no open session to end.")
                        .asException()))
                .compose(session -> {
                    if (!session.isProvenBy(context)) {
                        throw CSRF_TOKEN_MISSING
                                .at(
                                        header(CSRF_HEADER),
                                        "Send the value of the cookie %s in this header.".formatted(CSRF_COOKIE))
                                .asException();
                    }
                    return sessions.end(session);
                })
                .onSuccess(ended -> {
                    removeCookie(context, COOKIE);
                    removeCookie(context, CSRF_COOKIE);
                    Answer.empty(context, 204);
                })
                .onFailure(context::fail);
    }

    private void setCookies(RoutingContext context, OpenSession session) {
        var seconds =
                Math.max(1, Duration.between(Instant.now(), session.until()).toSeconds());
        context.response()
                .addCookie(
                        cookie(context, COOKIE, session.id()).setHttpOnly(true).setMaxAge(seconds))
                .addCookie(cookie(context, CSRF_COOKIE, session.csrfToken()).setMaxAge(seconds));
    }

    private void removeCookie(RoutingContext context, String name) {
        context.response().addCookie(cookie(context, name, "").setMaxAge(0));
    }

    private Cookie cookie(RoutingContext context, String name, String value) {
        return Cookie.cookie(name, value)
                .setPath(COOKIE_PATH)
                .setSameSite(CookieSameSite.LAX)
                .setSecure(publicUrl.of(context).startsWith("https:"));
    }

    private static void refuseMethod(RoutingContext context) {
        context.fail(METHOD_NOT_ALLOWED
                .because("%s is not allowed here; allowed are %s."
                        .formatted(context.request().method(), ALLOW))
                .asException());
    }
}
