package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.gateway.authentication.OpenSession;
import dev.registrar.gateway.authentication.Sessions;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.MediaTypeHandler;
import dev.registrar.gateway.http.exchange.RequestBodyHandler;
import dev.registrar.gateway.http.exchange.RequestUrl;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;

/** Opens, describes and ends browser sessions at {@code /v1/sessions/}. */
public record SessionRoutes(
        Authentication authentication, Sessions sessions, RequestBodyHandler body, PublicUrl publicUrl) {
    private static final String PATH = "/v1/sessions";

    public void mount(Router router) {
        var mediaType = new MediaTypeHandler();
        router.route(PATH)
                .handler(new AllowedMethodsHandler(Set.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE)));
        router.post(PATH)
                .handler(authentication::byCredentials)
                .handler(mediaType)
                .handler(body)
                .handler(this::open);
        router.delete(PATH).handler(this::end);
        router.route(PATH).handler(authentication::bySession).handler(mediaType).handler(this::describe);
    }

    private void open(RoutingContext context) {
        RequestUrl.requireNoQuery(context);
        if (Exchange.of(context).takeBody().length() > 0) {
            throw MALFORMED_REQUEST
                    .because("This request must not have a body; send the credentials in the header Authorization.")
                    .asException();
        }
        var url = publicUrl.seenBy(context);
        Responses.sendWhenKnown(
                sessions.open(context),
                session -> {
                    var document = document(context, session, url);
                    sessions.putCookies(session, context);
                    send(context, document);
                },
                failure -> authentication.fail(context, failure));
    }

    private void describe(RoutingContext context) {
        RequestUrl.requireNoQuery(context);
        send(context, document(context, OpenSession.in(context), publicUrl.seenBy(context)));
    }

    /** Ends the session in the cookie, whatever other credentials the request has. */
    private void end(RoutingContext context) {
        var ended = sessions.find(context)
                .map(found -> found.orElseThrow(() -> InvalidCredentials.inCookie("There is no open session to end.")))
                .compose(session -> {
                    session.requireProof(context);
                    RequestUrl.requireNoQuery(context);
                    return sessions.end(session, context);
                });
        Responses.sendWhenKnown(
                ended, done -> Responses.sendEmpty(context, 204), failure -> authentication.fail(context, failure));
    }

    /**
     * Writes the document about a session for the page that uses it. A session is not a resource, so it is meta
     * information. The caller's rights may be fewer by now than when the session was opened.
     */
    private static Buffer document(RoutingContext context, OpenSession session, String url) {
        var caller = Exchange.of(context).caller();
        return Json.write(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("meta");
            out.writeStringField("caller", caller.name());
            if (caller.isBound() && !caller.isBoundToNobody()) {
                out.writeStringField("uni", caller.uni().get());
            }
            out.writeObjectField("scopes", caller.scopes().stream().sorted().toList());
            var end = session.authenticated().until().truncatedTo(ChronoUnit.SECONDS);
            out.writeStringField("ends_at", end.toString());
            out.writeStringField("csrf_token", session.csrfToken());
            out.writeEndObject();
            out.writeObjectField("links", Map.of("self", url + PATH + "/"));
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    /** No cache keeps the token, and it is not compressed, because its length would help to guess it. */
    private static void send(RoutingContext context, Buffer document) {
        context.response().putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        Responses.send(context, Exchange.of(context).documentType(), document);
    }
}
