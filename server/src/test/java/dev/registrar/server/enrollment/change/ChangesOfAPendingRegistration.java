package dev.registrar.server.enrollment.change;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.LATER;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Base of the tests of changes of a new registration before there has been any decision on it. */
abstract class ChangesOfAPendingRegistration {
    static final JsonObject TOMORROW = LATER.copy().put("retry_after", 86_400);

    @AutoClose
    static DecidedService enrollment;

    /** The decisions by course. A question about another course stays open until the test replies to it. */
    private final Map<String, JsonObject> decisions = new ConcurrentHashMap<>();

    private final Queue<Message<JsonObject>> open = new ConcurrentLinkedQueue<>();

    String uni;
    Response accepted;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("poll-interval", "35 ms")
                .put("retry-delay", "25 ms")
                .put("retry-cap", "60 ms")
                .put("decision-timeout", "9 min")
                .put("outage-timeout", "0 s")
                .put("max-attempts", 3));
    }

    /** The decider has put it off until tomorrow, so no attempt is in progress. */
    @BeforeEach
    void a_new_registration_that_is_pending() {
        decisions.put(enrollment.course(), TOMORROW);
        enrollment.decide(this::decide);
        uni = unique("pending");
        accepted = enrollment.register(uni).expectStatus(202);
        enrollment.awaitProcess(accepted, "retrying");
        leaveFirstCourseOpen();
    }

    @AfterEach
    void no_decider() {
        enrollment.leaveUndecided();
    }

    private void decide(Message<JsonObject> question) {
        Optional.ofNullable(decisions.get(question.body().getString("course")))
                .ifPresentOrElse(question::reply, () -> open.add(question));
    }

    static Client admin() {
        return enrollment.service().admin();
    }

    /** A course for which every registration gets this decision. */
    String courseWith(JsonObject decision) {
        var id = newCourse();
        decisions.put(id, decision);
        return id;
    }

    static String newCourse() {
        return enrollment.service().newCourse();
    }

    Response moveTo(String course) {
        return change(
                "wait=2",
                Document.of("registrations", accepted.id())
                        .relationship("courses", Document.linkage("courses", course)));
    }

    @CanIgnoreReturnValue
    Response moveLater(String course) {
        return change(
                        "respond-async",
                        Document.of("registrations", accepted.id())
                                .relationship("courses", Document.linkage("courses", course)))
                .expectStatus(202);
    }

    Response change(String prefer, Document document) {
        return admin().withHeader("Prefer", prefer).patch(accepted.header("Location"), document);
    }

    /** Decides on the registration for its first course whenever the decider is asked from now on. */
    void decideOnFirstCourse(JsonObject decision) {
        decisions.put(enrollment.course(), decision);
    }

    /** Leaves the questions about the first course open from now on. */
    void leaveFirstCourseOpen() {
        decisions.remove(enrollment.course());
    }

    /** Awaits and takes an open question about this course. */
    Message<JsonObject> awaitQuestion(String course) {
        Await.until(
                "the decider is asked about the course", () -> question(course).isPresent());
        var question = question(course).orElseThrow();
        open.remove(question);
        return question;
    }

    private Optional<Message<JsonObject>> question(String course) {
        return open.stream()
                .filter(question -> question.body().getString("course").equals(course))
                .findFirst();
    }

    void confirmFirstCourse() {
        awaitQuestion(enrollment.course()).reply(CONFIRM);
        enrollment.awaitState(accepted, "confirmed");
        expectFirst("confirmed");
    }

    /** Reads the registration, which must be for its first person and course. */
    @CanIgnoreReturnValue
    Response expectFirst(String state) {
        return enrollment
                .read(accepted)
                .expect("/data/attributes/uni", uni)
                .expect("/data/attributes/enrollment", state)
                .expect("/data/relationships/courses/data/id", enrollment.course());
    }
}
