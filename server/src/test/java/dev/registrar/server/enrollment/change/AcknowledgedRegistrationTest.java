package dev.registrar.server.enrollment.change;

import dev.registrar.server.enrollment.change.ModelledRegistration.Step;
import dev.registrar.server.testing.eventbus.DecidedService;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Requests and decisions in any order. */
class AcknowledgedRegistrationTest {
    private static final Queue<Message<JsonObject>> QUESTIONS = new ConcurrentLinkedQueue<>();

    private static DecidedService enrollment;
    private static List<String> courses;

    /** An attempt without a decision is the last one, and no test lasts until the worker polls. */
    @BeforeContainer
    static void start() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("decision-timeout", "13 min")
                .put("poll-interval", "15 min")
                .put("outage-timeout", "0 s")
                .put("max-attempts", 1));
        enrollment.decide(QUESTIONS::add);
        courses = Stream.generate(enrollment.service()::newCourse).limit(3).toList();
    }

    @AfterContainer
    static void stop() {
        enrollment.close();
    }

    @Property(tries = 80)
    void an_acknowledged_registration_always_ends_decided_for_a_course_that_its_client_was_told(
            @ForAll @Size(max = 9) List<Step> steps) {
        var registration = new ModelledRegistration(enrollment, courses, QUESTIONS);
        steps.forEach(registration::take);
        registration.rejectUntilItIsDecided();
        registration.expectDecidedForACourseThatTheClientWasTold();
    }
}
