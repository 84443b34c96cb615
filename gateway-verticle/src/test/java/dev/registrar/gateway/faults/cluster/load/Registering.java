package dev.registrar.gateway.faults.cluster.load;

import dev.registrar.gateway.testing.document.Documents;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/**
 * One person who registers, as a well-behaved client does: asks again when told to (503, or 409 while the first request is
 * in progress), and after no response only with an idempotency key.
 */
final class Registering {
    private static final String REGISTRATIONS = "/v1/registrations/";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final long begin = System.nanoTime();
    private final Vertx vertx;
    private final HttpExchange http;
    private final Promises promises;
    private final String uni;
    private final String document;
    private final Optional<String> key;
    private boolean isAskingAgain;

    Registering(Vertx vertx, HttpExchange http, Promises promises, String uni, String courseId, Optional<String> key) {
        this.vertx = vertx;
        this.http = http;
        this.promises = promises;
        this.uni = uni;
        this.document = Documents.registration(uni, courseId).toString();
        this.key = key;
    }

    /** Ends when the outcome is known, or cannot be known. */
    Future<Void> run() {
        return http.post(REGISTRATIONS, document, key).compose(this::examine);
    }

    private Future<Void> examine(HttpExchange.Result result) {
        return switch (result.status()) {
            case 201, 202 -> acknowledged(result);
            case 409 ->
                result.errorCode().equals("request_in_progress") && key.isPresent()
                        ? askAgain(result)
                        : findOut(result);
            case 503 -> askAgain(result);
            case 0, 502, 504 -> key.isPresent() ? askAgain(result) : findOutLater(result);
            default -> unexpected(result);
        };
    }

    private Future<Void> acknowledged(HttpExchange.Result result) {
        promises.note(uni, result.document().getJsonObject("data"));
        return Future.succeededFuture();
    }

    private Future<Void> askAgain(HttpExchange.Result result) {
        if (System.nanoTime() - begin > PATIENCE.toNanos()) {
            promises.contradict(
                    "%s never learned whether the registration was made: %s".formatted(uni, result.outcome()));
            return Future.succeededFuture();
        }
        isAskingAgain = true;
        return vertx.timer(result.retryAfter().toMillis()).compose(waited -> run());
    }

    /** A duplicate means that an earlier request of this person was carried out; the first one cannot be one. */
    private Future<Void> findOut(HttpExchange.Result result) {
        return result.errorCode().equals("duplicate") && isAskingAgain && key.isEmpty()
                ? findOutLater(result)
                : unexpected(result);
    }

    /** Reads what was made, if anything: a client may not repeat what may have been done. */
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
        promises.contradict("%s got %d: %s".formatted(uni, result.status(), result.document()));
        return Future.succeededFuture();
    }
}
