package dev.registrar.resource.webhook;

import dev.registrar.resource.operations.NodeMetrics;
import dev.registrar.resource.webhook.state.EndpointClaims.Claim;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;

/** The metrics of one endpoint and one source of events. Each exists from the start, with the value 0. */
final class WebhookMeters {
    private final Counter delivered;
    private final Counter failed;
    private final Counter givenUp;
    private volatile Claim latest = new Claim(0, false, false, Duration.ZERO, 0, Duration.ZERO);

    WebhookMeters(NodeMetrics metrics, String endpoint, String source) {
        String[] tags = {"endpoint", endpoint, "source", source};
        delivered = counter(metrics, endpoint, source, "delivered");
        failed = counter(metrics, endpoint, source, "failed");
        givenUp = counter(metrics, endpoint, source, "given_up");
        metrics.gauge(
                "registrar.webhook.waiting",
                "Events that failed, or wait for one that failed",
                () -> latest.waiting(),
                tags);
        metrics.gauge(
                "registrar.webhook.failing.seconds",
                "Age of the oldest failing delivery",
                () -> latest.failing().toSeconds(),
                tags);
        metrics.gauge(
                "registrar.webhook.stopped",
                "1 while an endpoint is stopped (410)",
                () -> latest.isStopped() ? 1 : 0,
                tags);
    }

    private static Counter counter(NodeMetrics metrics, String endpoint, String source, String outcome) {
        return metrics.counter(
                "registrar.webhook.attempts",
                "Attempts to deliver an event, by outcome; given_up: the last attempt, which failed",
                "endpoint",
                endpoint,
                "source",
                source,
                "outcome",
                outcome);
    }

    void countDelivered() {
        delivered.increment();
    }

    void countFailed() {
        failed.increment();
    }

    void countGivenUp() {
        givenUp.increment();
    }

    /** Shows the state that the database has, on every node. */
    void show(Claim claim) {
        latest = claim;
    }
}
