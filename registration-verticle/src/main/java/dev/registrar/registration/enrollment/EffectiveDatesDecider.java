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
 * The built-in decider: confirms when the course is in effect today (UTC) and the course term has not ended, according
 * to the course verticle. People register before a term begins. When many people register for a course at once, one
 * request to that verticle is in progress, and all registrations that arrive meanwhile share the next one. So no
 * decision is based on a state of the course that is older than its registration.
 */
final class EffectiveDatesDecider implements Decider {
    private static final String COURSES = "courses";
    private static final String COURSE_TERMS = "course_terms";
    private static final String START = "effective_start_date";
    private static final String END = "effective_end_date";
    private static final Caller WORKER = Caller.unbound("enrollment", Set.of("read"));

    private final ResourceClient verticles;
    private final Duration timeout;
    private final Map<Offering, Future<Decision>> inProgress = new HashMap<>();
    private final Map<Offering, Future<Decision>> next = new HashMap<>();

    /** The timeout is that of a read; with the usual one, PostgreSQL needs no special limits for it. */
    EffectiveDatesDecider(ResourceClient verticles, Duration timeout) {
        this.verticles = verticles;
        this.timeout = timeout;
    }

    @Override
    public Future<Decision> decide(Claim claim) {
        var offering = claim.offering();
        var current = inProgress.get(offering);
        return RequestContext.kept(
                current == null
                        ? ask(offering)
                        : next.computeIfAbsent(offering, same -> current.transform(any -> askNext(same))));
    }

    private Future<Decision> askNext(Offering offering) {
        next.remove(offering);
        return ask(offering);
    }

    private Future<Decision> ask(Offering offering) {
        var decision = offering.courseTerm().map(this::decideTerm).orElseGet(() -> decideCourse(offering.course()));
        inProgress.put(offering, decision);
        return decision.onComplete(any -> inProgress.remove(offering, decision));
    }

    private Future<Decision> decideCourse(UUID course) {
        return read(COURSES, course, Map.of("fields[courses]", List.of(START + "," + END)))
                .map(found -> decideBy(found.requiredAt("/data/0/attributes")));
    }

    /** Reads the term and its course at once. */
    private Future<Decision> decideTerm(UUID courseTerm) {
        var query = Map.of(
                "include",
                List.of("course"),
                "fields[courses]",
                List.of(START + "," + END),
                "fields[course_terms]",
                List.of(END));
        return read(COURSE_TERMS, courseTerm, query).map(found -> {
            var end = date(found.requiredAt("/data/0/attributes"), END);
            return end.isPresent() && today().isAfter(end.get())
                    ? new Reject("The term of the course ended on %s.".formatted(end.get()))
                    : decideBy(found.requiredAt("/included/0/attributes"));
        });
    }

    private static Decision decideBy(JsonNode course) {
        var start = date(course, START);
        var end = date(course, END);
        if (start.isPresent() && today().isBefore(start.get())) {
            return new Reject("The course is not in effect before %s.".formatted(start.get()));
        }
        if (end.isPresent() && today().isAfter(end.get())) {
            return new Reject("The course has not been in effect since %s.".formatted(end.get()));
        }
        return new Confirm();
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    private static Optional<LocalDate> date(JsonNode attributes, String name) {
        return Optional.ofNullable(attributes.path(name).textValue()).map(LocalDate::parse);
    }

    /**
     * The id of the request is its own, because it serves several registrations; the trace leads to the request that
     * made the first. A list has no entity tag, for which the terms of the course would be read as well.
     */
    private Future<JsonNode> read(String type, UUID id, Map<String, List<String>> query) {
        var request = ResourceRequest.of(
                Action.LIST, WORKER, "", Deadline.in(timeout), UUID.randomUUID().toString());
        Map<String, List<String>> selection = new HashMap<>(query);
        selection.put("filter[id]", List.of(id.toString()));
        return verticles.sendReserved(type, request.withQuery(selection)).map(reply -> Json.read(reply.document()));
    }
}
