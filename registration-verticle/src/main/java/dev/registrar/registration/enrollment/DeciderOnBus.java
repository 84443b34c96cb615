package dev.registrar.registration.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;
import dev.registrar.resource.document.UnicodeText;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/** Lets another verticle decide, whichever consumes {@link EnrollmentBus#DECIDE}; without one, another decider does. */
final class DeciderOnBus implements Decider {
    private static final int MAX_REASON = 500;
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private final EventBus bus;
    private final Duration timeout;
    private final Optional<Decider> otherwise;

    /** Decides otherwise by this decider, or not at all. */
    DeciderOnBus(EventBus bus, Duration timeout, Optional<Decider> otherwise) {
        this.bus = bus;
        this.timeout = timeout;
        this.otherwise = otherwise;
    }

    @Override
    public Future<Decision> decide(Claim claim) {
        return bus.request(
                        EnrollmentBus.DECIDE,
                        new JsonObject()
                                .put(
                                        EnrollmentBus.REGISTRATION,
                                        claim.registration().toString())
                                .put(EnrollmentBus.UNI, claim.uni())
                                .put(EnrollmentBus.COURSE, claim.course().toString())
                                .put(EnrollmentBus.ATTEMPT, claim.attempt()),
                        new DeliveryOptions().setSendTimeout(timeout.toMillis()))
                .map(reply -> read(reply.body()))
                .recover(failure -> isAbsent(failure) && otherwise.isPresent()
                        ? otherwise.get().decide(claim)
                        : Future.failedFuture(failure));
    }

    private static boolean isAbsent(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }

    private static Decision read(Object body) {
        var answer = Json.read(Buffer.buffer(String.valueOf(body)));
        return switch (answer.path(EnrollmentBus.DECISION).asText()) {
            case "confirm" -> new Decision.Confirm();
            case "reject" -> new Decision.Reject(reasonIn(answer, "The enrollment was rejected."));
            case "later" ->
                new Decision.Later(reasonIn(answer, "The enrollment cannot be decided yet."), retryAfterIn(answer));
            default -> throw new IllegalArgumentException("No decision: " + answer);
        };
    }

    private static String reasonIn(JsonNode answer, String otherwise) {
        var reason = answer.path(EnrollmentBus.REASON).asText();
        return reason.isBlank() || reason.length() > MAX_REASON || !UnicodeText.isStorable(reason) ? otherwise : reason;
    }

    private static Optional<Duration> retryAfterIn(JsonNode answer) {
        return Optional.of(answer.path(EnrollmentBus.RETRY_AFTER).asLong())
                .filter(seconds -> seconds > 0)
                .map(seconds -> Duration.ofSeconds(Math.min(seconds, LONGEST_WAIT.toSeconds())));
    }
}
