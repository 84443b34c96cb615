package dev.registrar.events.webhook;

import dev.registrar.events.webhook.EndpointClaims.Claim;
import dev.registrar.platform.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The metrics of one endpoint and one source of events. Each exists from the start, with the value 0. */
final class WebhookMeters {
    private final NodeMetrics metrics;
    private final String endpoint;
    private final String source;
    final Counter delivered;
    final Counter failed;
    final Counter givenUp;
    private volatile Optional<Claim> latest = Optional.empty();

    WebhookMeters(NodeMetrics metrics, String endpoint, String source) {
        this.metrics = metrics;
        this.endpoint = endpoint;
        this.source = source;
        delivered = attempts("delivered");
        failed = attempts("failed");
        givenUp = attempts("given_up");
        gauge("waiting", "Events that failed, or wait for one that failed", Claim::waiting);
        gauge(
                "failing.seconds",
                "Age of the oldest failing delivery",
                claim -> claim.failing().toSeconds());
        gauge("stopped", "1 while an endpoint is stopped (410)", claim -> claim.isStopped() ? 1 : 0);
    }

    private Counter attempts(String outcome) {
        var description = "Attempts to deliver an event, by outcome; given_up: the last attempt, which failed";
        String[] tags = {"endpoint", endpoint, "source", source, "outcome", outcome};
        return metrics.counter("registrar.webhook.attempts", description, tags);
    }

    private void gauge(String name, String description, ToLongFunction<Claim> value) {
        String[] tags = {"endpoint", endpoint, "source", source};
        metrics.gauge(
                "registrar.webhook." + name,
                description,
                () -> latest.map(value::applyAsLong).orElse(0L),
                tags);
    }

    /** Shows the state that the database has, on every node. */
    void show(Claim claim) {
        latest = Optional.of(claim);
    }
}
