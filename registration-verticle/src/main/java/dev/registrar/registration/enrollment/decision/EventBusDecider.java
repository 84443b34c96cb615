package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.Claim;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.context.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
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
        return bus.request(EnrollmentBus.DECIDE, message(claim), options)
                .map(reply -> DecisionReader.read(reply.body()))
                .recover(failure -> Future.failedFuture(
                        EnrollmentBus.isWithoutConsumer(failure) ? UndecidedException.noDecider() : failure));
    }

    private static JsonObject message(Claim claim) {
        return new JsonObject()
                .put(EnrollmentBus.REGISTRATION, claim.registration().toString())
                .put(EnrollmentBus.UNI, claim.uni())
                .put(EnrollmentBus.COURSE, claim.course().toString())
                .put(EnrollmentBus.ATTEMPT, claim.countedAttempts());
    }
}
