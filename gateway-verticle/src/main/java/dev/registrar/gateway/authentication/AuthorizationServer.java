package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * An authorization server, known by its issuer identifier; the rest is found by OpenID Connect Discovery, at most once in
 * a while. Belongs to one event loop.
 */
public final class AuthorizationServer {
    /** How long it may take to respond. */
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** How many requests it is sent at a time. */
    static final int MAX_REQUESTS = 40;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_RESPONSE_BYTES = 1024 * 1024;
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final Duration RENEWAL = Duration.ofMinutes(10);

    private final Vertx vertx;
    private final String issuer;
    private final HttpClient http;
    private final Fetched<Endpoints> endpoints;

    public AuthorizationServer(Vertx vertx, String issuer) {
        this.vertx = vertx;
        this.issuer = issuer;
        http = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(MAX_REQUESTS)
                .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout((int) IDLE_TIMEOUT.toMillis()));
        endpoints = new Fetched<>(vertx, RENEWAL, this::discover);
    }

    /**
     * Where the server is asked for what, as URLs (OpenID Connect Discovery 1.0, 3; RFC 8414, 2); blank for what it does
     * not offer.
     */
    public record Endpoints(String authorization, String token, String introspection, String keys) {}

    String issuer() {
        return issuer;
    }

    /** Fails when the server cannot be reached, or is another one than its address says. */
    public Future<Endpoints> endpoints() {
        return endpoints.get();
    }

    /** A slash at the end of the issuer is not doubled (OpenID Connect Discovery 1.0, 4.1). */
    private Future<Endpoints> discover() {
        var base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return get(base + DISCOVERY).map(this::read);
    }

    private Endpoints read(JsonNode configuration) {
        var actual = configuration.path("issuer").asText();
        if (!issuer.equals(actual)) {
            throw new IllegalStateException("%s is another issuer".formatted(actual));
        }
        return new Endpoints(
                configuration.path("authorization_endpoint").asText(""),
                configuration.path("token_endpoint").asText(""),
                configuration.path("introspection_endpoint").asText(""),
                configuration.path("jwks_uri").asText(""));
    }

    /** Asks for a JSON document. Fails as {@link #ask} does. */
    Future<JsonNode> get(String url) {
        return ask(new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(url), Buffer.buffer());
    }

    /**
     * Fails when the response is another than 200 with a JSON document of up to 1 MB, or takes too long. A request that is
     * given up takes no connection any longer.
     */
    Future<JsonNode> ask(RequestOptions request, Buffer body) {
        return http.request(request.setConnectTimeout(CONNECT_TIMEOUT.toMillis()))
                .compose(connected -> exchange(connected, body))
                .map(Json::read);
    }

    private Future<Buffer> exchange(HttpClientRequest request, Buffer body) {
        var deadline = vertx.setTimer(TIMEOUT.toMillis(), timer -> request.reset());
        return request.send(body)
                .compose(AuthorizationServer::bodyOf)
                .onComplete(done -> vertx.cancelTimer(deadline))
                .onFailure(failure -> request.reset());
    }

    private static Future<Buffer> bodyOf(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            return Future.failedFuture(new IllegalStateException(
                    "%s responds %d".formatted(response.request().absoluteURI(), response.statusCode())));
        }
        var body = Buffer.buffer();
        return response.handler(chunk -> {
                    if (body.length() + chunk.length() > MAX_RESPONSE_BYTES) {
                        response.request().reset();
                    } else {
                        body.appendBuffer(chunk);
                    }
                })
                .end()
                .map(body);
    }
}
