package dev.registrar.server.faults.cluster.load;

import dev.registrar.testing.document.Documents;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Registers one person as a well-behaved client does: it retries when told to (503, or 409 while the first request is in
 * progress), and after no response only if it uses an idempotency key.
 */
final class RegisteringClient {
    private static final String REGISTRATIONS = "/v1/registrations/";
    private static final Duration RETRY_LIMIT = Duration.ofSeconds(60);

    /** The second one is that of nodes of earlier versions. */
    private static final Set<String> EXISTS = Set.of("already_registered", "duplicate");

    private final long begin = System.nanoTime();
    private final Vertx vertx;
    private final HttpExchange http;
    private final Promises promises;
    private final String uni;
    private final String document;
    private final Optional<String> key;
    private boolean isRetrying;

    RegisteringClient(
            Vertx vertx, HttpExchange http, Promises promises, String uni, String courseId, Optional<String> key) {
        this.vertx = vertx;
        this.http = http;
        this.promises = promises;
        this.uni = uni;
        this.document = Documents.registration(uni, courseId).toString();
        this.key = key;
    }

    /** Registers the person; the future succeeds when the outcome is known or cannot be known. */
    Future<Void> run() {
        return http.post(REGISTRATIONS, document, key).compose(this::examine);
    }

    private Future<Void> examine(HttpExchange.Result result) {
        return switch (result.status()) {
            case 201, 202 -> acknowledged(result);
            case 409 ->
                result.errorCode().equals("request_in_progress") && key.isPresent() ? retry(result) : findOut(result);
            case 503 -> retry(result);
            case 0, 502, 504 -> key.isPresent() ? retry(result) : findOutLater(result);
            default -> unexpected(result);
        };
    }

    private Future<Void> acknowledged(HttpExchange.Result result) {
        promises.note(uni, result.document().getJsonObject("data"));
        return Future.succeededFuture();
    }

    private Future<Void> retry(HttpExchange.Result result) {
        if (System.nanoTime() - begin > RETRY_LIMIT.toNanos()) {
            promises.contradict("%s did not find out within a minute whether the registration was made: %s"
                    .formatted(uni, result.outcome()));
            return Future.succeededFuture();
        }
        isRetrying = true;
        return vertx.timer(result.retryAfter().toMillis()).compose(waited -> run());
    }

    /** Handles a duplicate: it means that an earlier attempt of this person succeeded, so it is unexpected on the first attempt. */
    private Future<Void> findOut(HttpExchange.Result result) {
        return EXISTS.contains(result.errorCode()) && isRetrying && key.isEmpty()
                ? findOutLater(result)
                : unexpected(result);
    }

    /** Reads whether the registration was made: without a key, a client must not repeat a request with an unknown outcome. */
    private Future<Void> findOutLater(HttpExchange.Result result) {
        return vertx.timer(result.retryAfter().toMillis())
                .compose(waited -> http.get(REGISTRATIONS + "?filter%5Buni%5D=" + uni))
                .map(found -> {
                    if (found.status() == 200) {
                        found.document().getJsonArray("data").forEach(one -> promises.note(uni, (JsonObject) one));
                    }
                    return null;
                });
    }

    private Future<Void> unexpected(HttpExchange.Result result) {
        promises.contradict("%s got %s: %s".formatted(uni, result.status(), result.document()));
        return Future.succeededFuture();
    }
}
