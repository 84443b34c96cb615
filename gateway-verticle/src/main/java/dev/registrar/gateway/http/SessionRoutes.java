package dev.registrar.gateway.http;

import static dev.registrar.gateway.authentication.session.Sessions.COOKIE;
import static dev.registrar.gateway.authentication.session.Sessions.CSRF_COOKIE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.authentication.session.OpenSession;
import dev.registrar.gateway.authentication.session.Sessions;
import dev.registrar.gateway.http.proxy.PublicUrl;
import dev.registrar.gateway.http.request.RequestBodyHandler;
import dev.registrar.gateway.http.request.url.RequestQuery;
import dev.registrar.gateway.http.response.Responses;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.QueryReader;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Opens and ends browser sessions at {@code /v1/sessions/}. */
public final class SessionRoutes {
    private static final String PATH = "/v1/sessions";
    private static final String COOKIE_PATH = "/v1/";

    private final Authentication authentication;
    private final Sessions sessions;
    private final RequestBodyHandler body;
    private final PublicUrl publicUrl;

    public SessionRoutes(
            Authentication authentication, Sessions sessions, RequestBodyHandler body, PublicUrl publicUrl) {
        this.authentication = authentication;
        this.sessions = sessions;
        this.body = body;
        this.publicUrl = publicUrl;
    }

    public void mount(Router router) {
        router.route(PATH).handler(new AllowedMethodsHandler(Set.of(HttpMethod.POST, HttpMethod.DELETE)));
        router.post(PATH).handler(authentication::byCredentials).handler(body).handler(this::open);
        router.delete(PATH).handler(this::end);
    }

    private void open(RoutingContext context) {
        requireNoParameters(context);
        if (RequestBodyHandler.take(context).length() > 0) {
            throw MALFORMED_REQUEST
                    .because("This request must not have a body; send the credentials in the header Authorization.")
                    .asException();
        }
        var isSecure = isSecure(context);
        sessions.open(context)
                .onSuccess(session -> sendCookies(context, session, isSecure))
                .onFailure(failure -> authentication.reject(context, failure));
    }

    /** Ends the session in the cookie, whatever other credentials the request has. */
    private void end(RoutingContext context) {
        sessions.find(context)
                .map(found -> found.orElseThrow(() -> noSession(context)))
                .compose(session -> {
                    session.requireProof(context);
                    requireNoParameters(context);
                    var isSecure = isSecure(context);
                    return sessions.end(session).map(isSecure);
                })
                .onSuccess(isSecure -> deleteCookies(context, isSecure))
                .onFailure(context::fail);
    }

    private static void sendCookies(RoutingContext context, OpenSession session, boolean isSecure) {
        // Rounded up, because browsers discard a cookie with a lifetime of 0 seconds.
        var seconds = Duration.between(Instant.now(), session.until()).toSeconds() + 1;
        context.response()
                .addCookie(cookie(COOKIE, session.cookie(), seconds, isSecure).setHttpOnly(true))
                .addCookie(cookie(CSRF_COOKIE, session.csrfToken(), seconds, isSecure));
        Responses.empty(context, 204);
    }

    private static void deleteCookies(RoutingContext context, boolean isSecure) {
        context.response().addCookie(cookie(COOKIE, "", 0, isSecure)).addCookie(cookie(CSRF_COOKIE, "", 0, isSecure));
        Responses.empty(context, 204);
    }

    private static void requireNoParameters(RoutingContext context) {
        QueryReader.rejectAll(RequestQuery.read(context));
    }

    private JsonApiException noSession(RoutingContext context) {
        authentication.challenge(context);
        return UNAUTHENTICATED
                .at(header("Cookie"), "There is no open session to end.")
                .asException();
    }

    /**
     * Whether clients reach the service over TLS. Called first, because it fails if the request has an invalid Host.
     */
    private boolean isSecure(RoutingContext context) {
        return publicUrl.of(context).startsWith("https:");
    }

    private static Cookie cookie(String name, String value, long seconds, boolean isSecure) {
        return Cookie.cookie(name, value)
                .setPath(COOKIE_PATH)
                .setSameSite(CookieSameSite.LAX)
                .setSecure(isSecure)
                .setMaxAge(seconds);
    }
}
