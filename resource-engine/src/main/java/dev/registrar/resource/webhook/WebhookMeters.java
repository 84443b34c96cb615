package dev.registrar.resource.webhook;

import dev.registrar.resource.webhook.state.EndpointClaims.Claim;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/** The metrics of one endpoint and one source of events. Each exists from the start, with the value 0. */
final class WebhookMeters {
    private final Counter delivered;
    private final Counter failed;
    private final Counter givenUp;
    private volatile Claim latest = new Claim(0, false, false, Duration.ZERO, 0, Duration.ZERO);

    WebhookMeters(MeterRegistry registry, String endpoint, String source) {
        var tags = Tags.of("endpoint", endpoint, "source", source);
        delivered = counter(registry, tags, "delivered");
        failed = counter(registry, tags, "failed");
        givenUp = counter(registry, tags, "given_up");
        gauge(registry, tags, "waiting", "Events that failed, or wait for one that failed", Claim::waiting);
        gauge(
                registry,
                tags,
                "failing.seconds",
                "Age of the oldest failing delivery",
                claim -> claim.failing().toSeconds());
        gauge(registry, tags, "stopped", "1 while an endpoint is stopped (410)", claim -> claim.isStopped() ? 1 : 0);
    }

    private static Counter counter(MeterRegistry registry, Tags tags, String outcome) {
        return Counter.builder("registrar.webhook.attempts")
                .description("Attempts to deliver an event, by outcome; given_up: the last attempt, which failed")
                .tags(tags.and("outcome", outcome))
                .register(registry);
    }

    private void gauge(
            MeterRegistry registry, Tags tags, String name, String description, ToDoubleFunction<Claim> value) {
        var unused = Gauge.builder("registrar.webhook." + name, () -> value.applyAsDouble(latest))
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
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
