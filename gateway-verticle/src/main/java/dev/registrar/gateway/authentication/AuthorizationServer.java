package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An authorization server, known by its issuer identifier; the rest is found by OpenID Connect Discovery, at most once in
 * a while. Belongs to one event loop.
 */
public final class AuthorizationServer {
    /** How long it may take to answer. */
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final Duration RENEWAL = Duration.ofMinutes(10);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final String issuer;
    private final HttpClient http;
    private Optional<Future<Endpoints>> discovered = Optional.empty();

    public AuthorizationServer(Vertx vertx, String issuer) {
        this.vertx = vertx;
        this.issuer = issuer;
        http = vertx.createHttpClient();
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
        if (discovered.isEmpty()) {
            var asked = discover();
            discovered = Optional.of(asked);
            asked.onComplete(answered -> vertx.setTimer(
                    (answered.succeeded() ? RENEWAL : RETRY).toMillis(), timer -> discovered = Optional.empty()));
        }
        return discovered.get();
    }

    private Future<Endpoints> discover() {
        return ask(new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(issuer + DISCOVERY), Buffer.buffer())
                .map(this::read);
    }

    private Endpoints read(JsonNode configuration) {
        var actual = configuration.path("issuer").asText();
        if (!issuer.equals(actual)) {
            throw new IllegalStateException("%s is another issuer".formatted(actual));
        }
        return new Endpoints(
                configuration.path("authorization_endpoint").asText(),
                configuration.path("token_endpoint").asText(),
                configuration.path("introspection_endpoint").asText(),
                configuration.path("jwks_uri").asText());
    }

    /** Fails when the answer is another than 200 with a JSON document, or takes too long. */
    Future<JsonNode> ask(RequestOptions request, Buffer body) {
        return http.request(request)
                .compose(sent -> sent.send(body))
                .compose(AuthorizationServer::bodyOf)
                .map(Json::read)
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Future<Buffer> bodyOf(HttpClientResponse response) {
        return response.statusCode() == 200
                ? response.body()
                : Future.failedFuture(new IllegalStateException(
                        "%s answers %d".formatted(response.request().absoluteURI(), response.statusCode())));
    }
}
