package dev.registrar.events.webhook;

import dev.registrar.platform.http.RetryAfter;
import dev.registrar.platform.http.SignedClient;
import dev.registrar.platform.http.SignedClient.Recipient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Sends events to one endpoint, and ignores what the endpoint writes in its response. */
final class WebhookClient {
    private static final Map<String, String> HEADERS =
            Map.of("content-type", "application/cloudevents+json", "user-agent", "registrar-webhooks");
    private static final int GONE = 410;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private final SignedClient client;

    /**
     * The result of an attempt to deliver an event.
     *
     * @param error why it was not delivered, without secrets; empty if it was
     * @param isGone whether the endpoint wants no more deliveries (410)
     * @param retryAfter how long the endpoint wants to be left alone, if it says so
     */
    record AttemptResult(Optional<String> error, boolean isGone, Optional<Duration> retryAfter) {
        private static final AttemptResult DELIVERED = new AttemptResult(Optional.empty(), false, Optional.empty());

        boolean isDelivered() {
            return error.isEmpty();
        }
    }

    /**
     * Creates a client.
     *
     * @param timeout how long the endpoint may take to respond
     * @param connections the maximum number of open connections
     */
    WebhookClient(Vertx vertx, Endpoint endpoint, Duration timeout, int connections) {
        var recipient =
                new Recipient(endpoint.url(), endpoint.secrets(), endpoint.allowsPrivateAddresses(), Optional.empty());
        client = new SignedClient(vertx, recipient, timeout, connections);
    }

    /**
     * Sends an event.
     *
     * @param event a CloudEvent; its id is the same in every attempt
     * @return never fails
     */
    Future<AttemptResult> send(JsonObject event) {
        return client.post(event.getString("id"), HEADERS, event.toBuffer(), this::result)
                .otherwise(
                        failure -> new AttemptResult(Optional.of(client.describe(failure)), false, Optional.empty()));
    }

    private Future<AttemptResult> result(HttpClientResponse response) {
        return client.discard(response).map(ended -> {
            var status = response.statusCode();
            if (status >= 200 && status < 300) {
                return AttemptResult.DELIVERED;
            }
            var retryAfter = Optional.ofNullable(response.getHeader("retry-after"))
                    .filter(header -> status == TOO_MANY_REQUESTS || status == UNAVAILABLE)
                    .flatMap(header -> RetryAfter.parse(header, Instant.now()));
            return new AttemptResult(Optional.of("status " + status), status == GONE, retryAfter);
        });
    }

    /** Closes all connections. */
    Future<Void> close() {
        return client.close();
    }
}
