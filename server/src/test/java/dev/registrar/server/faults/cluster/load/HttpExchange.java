package dev.registrar.server.faults.cluster.load;

import dev.registrar.server.faults.cluster.node.Administrator;
import dev.registrar.testing.http.Client;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Sends single requests without retries and records the outcome of each. */
final class HttpExchange {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int KEEP_ALIVE_SECONDS = 10;

    private final Observations observations;
    private final HttpClient http;
    private final String url;

    HttpExchange(Vertx vertx, Observations observations, String url, int connections) {
        this.observations = observations;
        this.url = url;
        // Shorter than the idle timeout of the load balancer, so that no request is sent on a connection that is being
        // closed.
        http = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(connections)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setConnectTimeout((int) TIMEOUT.toMillis()));
    }

    /** The response, if any, and what {@link Observations} record of it. */
    record Result(Optional<Received> response, String outcome) {
        int status() {
            return response.map(Received::status).orElse(0);
        }

        JsonObject document() {
            return response.map(Received::document).orElseGet(JsonObject::new);
        }

        String errorCode() {
            return response.map(received -> received.error("code")).orElse("");
        }

        /** Returns how long the client waits before a retry: Retry-After, otherwise 100 ms. */
        Duration retryAfter() {
            return response.flatMap(Received::retryAfter)
                    .map(Duration::ofSeconds)
                    .orElse(Duration.ofMillis(100));
        }
    }

    private record Received(int status, Optional<Integer> retryAfter, JsonObject document) {
        String error(String member) {
            var errors = document.getJsonArray("errors");
            return errors == null ? "" : errors.getJsonObject(0).getString(member);
        }

        String outcome() {
            return status < 300 ? Observations.OK : "%s (%s)".formatted(status, error("detail"));
        }
    }

    Future<Result> get(String path) {
        return send(HttpMethod.GET, path, Optional.empty(), Optional.empty());
    }

    Future<Result> post(String path, String document, Optional<String> key) {
        return send(HttpMethod.POST, path, Optional.of(document), key);
    }

    /** Sends a request; the future always succeeds. */
    private Future<Result> send(HttpMethod method, String path, Optional<String> document, Optional<String> key) {
        var sentAt = System.nanoTime();
        var headers = MultiMap.caseInsensitiveMultiMap().set("Authorization", Administrator.authorization());
        document.ifPresent(present -> headers.set("Content-Type", Client.JSON_API));
        key.ifPresent(present -> headers.set("Idempotency-Key", present));
        var options = new RequestOptions()
                .setMethod(method)
                .setAbsoluteURI(url + path)
                .setHeaders(headers)
                .setTimeout(TIMEOUT.toMillis());
        return http.request(options)
                .compose(request -> send(request, document))
                .compose(HttpExchange::receive)
                .map(received -> new Result(Optional.of(received), received.outcome()))
                .otherwise(failure -> new Result(Optional.empty(), outcomeOf(failure)))
                .onSuccess(result -> observations.note(method.name(), sentAt, result.outcome()));
    }

    private static Future<HttpClientResponse> send(HttpClientRequest request, Optional<String> document) {
        return document.map(request::send).orElseGet(request::send);
    }

    private static Future<Received> receive(HttpClientResponse response) {
        var retryAfter = Optional.ofNullable(response.getHeader("Retry-After")).map(Integer::valueOf);
        return response.body().map(body -> new Received(response.statusCode(), retryAfter, documentIn(body)));
    }

    private static JsonObject documentIn(Buffer body) {
        return body.length() == 0 ? new JsonObject() : body.toJsonObject();
    }

    private static String outcomeOf(Throwable failure) {
        if (failure instanceof ConnectException) {
            return "refused";
        }
        return failure instanceof TimeoutException ? "timed out" : "cut off";
    }
}
