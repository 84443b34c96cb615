package dev.registrar.server.enrollment.change;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/** A registration, and the states that it must have according to the requests of its client and the decisions. */
final class ModelledRegistration {
    private final DecidedService enrollment;
    private final List<String> courses;
    private final Queue<Message<JsonObject>> questions;
    private final Response accepted;

    /** The courses that a response has acknowledged. */
    private final Set<String> told = new HashSet<>();

    private State now;

    /** The state before the changes on which there is no decision yet. */
    private Optional<State> former = Optional.empty();

    private Optional<Message<JsonObject>> question;

    private record State(String course, String enrollment) {
        boolean isPending() {
            return enrollment.equals("pending");
        }
    }

    enum Step {
        MOVE_TO_FIRST,
        MOVE_TO_SECOND,
        MOVE_TO_THIRD,
        REQUEST_AGAIN,
        CONFIRM,
        REJECT,
        ABANDON
    }

    /**
     * Registers somebody for the first of three courses.
     *
     * @param enrollment makes a single attempt, and puts its questions into the queue
     */
    ModelledRegistration(DecidedService enrollment, List<String> courses, Queue<Message<JsonObject>> questions) {
        this.enrollment = enrollment;
        this.courses = courses;
        this.questions = questions;
        now = new State(courses.get(0), "pending");
        accepted = client().post("/v1/registrations/", registration(unique("model"), now.course()))
                .expectStatus(202);
        told.add(now.course());
        question = Optional.of(awaitQuestion());
    }

    private Client client() {
        return enrollment.service().admin().withHeader("Prefer", "respond-async");
    }

    void take(Step step) {
        switch (step) {
            case MOVE_TO_FIRST -> moveTo(courses.get(0));
            case MOVE_TO_SECOND -> moveTo(courses.get(1));
            case MOVE_TO_THIRD -> moveTo(courses.get(2));
            case REQUEST_AGAIN -> requestAgain();
            case CONFIRM -> decide(DecidedService.CONFIRM);
            case REJECT -> decide(DecidedService.REJECT);
            case ABANDON -> decide(DecidedService.NO_DECISION);
        }
        Await.until("the registration is " + now, () -> read().equals(now));
    }

    private State read() {
        var registration = enrollment.read(accepted);
        return new State(
                registration.text("/data/relationships/courses/data/id"),
                registration.text("/data/attributes/enrollment"));
    }

    private void moveTo(String course) {
        var isOther = !course.equals(now.course());
        client().patch(accepted.header("Location") + "relationships/courses", Document.linkage("courses", course))
                .expectStatus(isOther || now.isPending() ? 202 : 200);
        if (isOther) {
            told.add(course);
            begin(course);
        }
    }

    private void requestAgain() {
        client().patch(
                        accepted.header("Location"),
                        Document.of("registrations", accepted.id()).attribute("enrollment", "requested"))
                .expectStatus(202);
        begin(now.course());
    }

    private void begin(String course) {
        if (former.isEmpty() && !new State(course, "pending").equals(now)) {
            former = Optional.of(now);
        }
        now = new State(course, "pending");
        question.ifPresent(superseded -> superseded.reply(DecidedService.CONFIRM));
        question = Optional.of(awaitQuestion());
    }

    private void decide(JsonObject decision) {
        question.ifPresent(open -> {
            question = Optional.empty();
            open.reply(decision);
            end(decision);
            former = Optional.empty();
        });
    }

    private void end(JsonObject decision) {
        if (decision.equals(DecidedService.CONFIRM)) {
            now = new State(now.course(), "confirmed");
        } else if (former.isPresent()) {
            now = former.get();
            question = Optional.of(now).filter(State::isPending).map(pending -> awaitQuestion());
        } else if (decision.equals(DecidedService.REJECT)) {
            now = new State(now.course(), "requested");
        }
    }

    private Message<JsonObject> awaitQuestion() {
        Await.until("the decider is asked about the registration " + now, () -> !questions.isEmpty());
        var next = questions.remove();
        assertThat(next.body().getString("registration")).isEqualTo(accepted.id());
        assertThat(next.body().getString("course")).isEqualTo(now.course());
        return next;
    }

    /** Rejects it until the decider is not asked any more; if it is abandoned, requests it again and rejects that. */
    void rejectUntilItIsDecided() {
        while (now.isPending()) {
            take(question.isPresent() ? Step.REJECT : Step.REQUEST_AGAIN);
        }
    }

    void expectDecidedForACourseThatTheClientWasTold() {
        var last = read();
        assertThat(last.enrollment()).isIn("confirmed", "requested");
        assertThat(told).contains(last.course());
        assertThat(questions).isEmpty();
    }
}
