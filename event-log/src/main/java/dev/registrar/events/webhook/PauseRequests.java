package dev.registrar.events.webhook;

import dev.registrar.platform.http.RetryAfter;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Tells the workers of all sources, on all nodes, how long an endpoint wants to be left alone. */
final class PauseRequests {
    private static final String ADDRESS = "registrar.webhooks.pause";
    private static final String ENDPOINT = "endpoint";
    private static final String SOURCE = "source";
    private static final String RETRY_AFTER = "retry-after";

    private PauseRequests() {}

    /** Publishes what an endpoint has responded to an event of this source; rounded up to seconds. */
    static void publish(Vertx vertx, String source, String endpoint, Duration wait) {
        vertx.eventBus()
                .publish(
                        ADDRESS,
                        null,
                        new DeliveryOptions()
                                .addHeader(SOURCE, source)
                                .addHeader(ENDPOINT, endpoint)
                                .addHeader(
                                        RETRY_AFTER,
                                        Long.toString(wait.plusMillis(999).toSeconds())));
    }

    /** Receives what endpoints have responded to events of other sources. */
    static void receive(Vertx vertx, String ownSource, BiConsumer<String, Duration> consumer) {
        vertx.eventBus().consumer(ADDRESS, message -> {
            var headers = message.headers();
            if (!ownSource.equals(headers.get(SOURCE))) {
                Optional.ofNullable(headers.get(RETRY_AFTER))
                        .flatMap(value -> RetryAfter.parse(value, Instant.now()))
                        .ifPresent(wait -> consumer.accept(headers.get(ENDPOINT), wait));
            }
        });
    }
}
