package dev.registrar.registration.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.json.Json;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The built-in decider: confirms when the course is in effect today (UTC), according to the course verticle. When many
 * people register for a course at once, one request to that verticle is in progress, and all registrations that arrive
 * meanwhile share the next one. So no decision is based on a state of the course that is older than its registration.
 */
final class EffectiveDatesDecider implements Decider {
    private static final String COURSES = "courses";
    private static final String START = "effective_start_date";
    private static final String END = "effective_end_date";
    private static final Caller WORKER = Caller.unbound("enrollment", Set.of("read"));

    private final ResourceClient verticles;
    private final Duration timeout;
    private final Map<UUID, Future<Decision>> inProgress = new HashMap<>();
    private final Map<UUID, Future<Decision>> next = new HashMap<>();

    /** The timeout is that of a read; with the usual one, PostgreSQL needs no special limits for it. */
    EffectiveDatesDecider(ResourceClient verticles, Duration timeout) {
        this.verticles = verticles;
        this.timeout = timeout;
    }

    @Override
    public Future<Decision> decide(Claim claim) {
        var course = claim.course();
        var current = inProgress.get(course);
        return RequestContext.kept(
                current == null
                        ? ask(course)
                        : next.computeIfAbsent(course, same -> current.transform(any -> askNext(same))));
    }

    private Future<Decision> askNext(UUID course) {
        next.remove(course);
        return ask(course);
    }

    private Future<Decision> ask(UUID course) {
        var decision = verticles
                .sendReserved(COURSES, request(course))
                .map(reply -> decideBy(Json.read(reply.document()).requiredAt("/data/0/attributes")));
        inProgress.put(course, decision);
        return decision.onComplete(any -> inProgress.remove(course, decision));
    }

    private static Decision decideBy(JsonNode course) {
        var today = LocalDate.now(ZoneOffset.UTC);
        var start = date(course, START);
        var end = date(course, END);
        if (start.isPresent() && today.isBefore(start.get())) {
            return new Reject("The course is not in effect before %s.".formatted(start.get()));
        }
        if (end.isPresent() && today.isAfter(end.get())) {
            return new Reject("The course has not been in effect since %s.".formatted(end.get()));
        }
        return new Confirm();
    }

    private static Optional<LocalDate> date(JsonNode attributes, String name) {
        return Optional.ofNullable(attributes.path(name).textValue()).map(LocalDate::parse);
    }

    /**
     * Its id is its own, because it serves several registrations; the trace leads to the request that made the first.
     * A list has no entity tag, for which the terms of the course would be read as well.
     */
    private ResourceRequest request(UUID course) {
        return ResourceRequest.of(
                        Action.LIST,
                        WORKER,
                        "",
                        Deadline.in(timeout),
                        UUID.randomUUID().toString())
                .withQuery(Map.of(
                        "filter[id]",
                        List.of(course.toString()),
                        "fields[" + COURSES + "]",
                        List.of(START + "," + END)));
    }
}
