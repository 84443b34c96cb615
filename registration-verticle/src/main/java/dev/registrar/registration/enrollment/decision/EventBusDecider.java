package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.Claim;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.operations.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;

/** Asks the verticle that consumes {@link EnrollmentBus#DECIDE} for a decision. */
public final class EventBusDecider implements Decider {
    private final EventBus bus;
    private final Duration timeout;

    public EventBusDecider(EventBus bus, Duration timeout) {
        this.bus = bus;
        this.timeout = timeout;
    }

    @Override
    public Future<Decision> decide(Claim claim) {
        var options = RequestContext.addTrace(ResourceBus.versioned().setSendTimeout(timeout.toMillis()));
        return bus.request(EnrollmentBus.DECIDE, EnrollmentBus.question(claim), options)
                .map(reply -> DecisionReader.read(reply.body()))
                .recover(failure -> Future.failedFuture(
                        EnrollmentBus.isWithoutConsumer(failure)
                                ? UndecidedException.noDecider(EnrollmentBus.DECIDE + " has no consumer")
                                : failure));
    }
}
