package dev.registrar.server.testing.eventbus;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.eventbus.BusContract;
import dev.registrar.testing.http.Response;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** A service whose enrollments the test decides, as the consumer of registrar.enrollment.decide. */
public final class DecidedService implements AutoCloseable {
    public static final JsonObject CONFIRM = new JsonObject().put("decision", "confirm");
    public static final JsonObject REJECT =
            new JsonObject().put("decision", "reject").put("reason", "The course is full.");
    public static final JsonObject LATER =
            new JsonObject().put("decision", "later").put("reason", "Ask tomorrow.");

    /** A reply that is not a decision: the attempt counts. */
    public static final JsonObject NO_DECISION = new JsonObject().put("decision", "perhaps");

    public static final String NO_DECISION_REASON =
            "No decision has been made yet: the reply of the decider is invalid:"
                    + " \"decision\" must be \"confirm\", \"reject\" or \"later\".";

    private final Service service;
    private final String course;
    private final Queue<JsonObject> asked = new ConcurrentLinkedQueue<>();
    private Optional<MessageConsumer<JsonObject>> decider = Optional.empty();

    private DecidedService(Service service) {
        this.service = service;
        course = service.admin()
                .post("/v1/courses/", Documents.course(unique("DECIDED"), "Logic"))
                .id();
    }

    /** Starts the service; these settings override the shipped ones in the enrollment section. */
    public static DecidedService start(JsonObject enrollment) throws Exception {
        return start(enrollment, new JsonObject());
    }

    /** Starts the service; these settings override the shipped ones in the enrollment and database sections. */
    public static DecidedService start(JsonObject enrollment, JsonObject database) throws Exception {
        return startWith(enrollment.put("decider", "bus"), database);
    }

    /** Starts a service that asks a program; these settings override the shipped ones in the enrollment section. */
    public static DecidedService startAsking(String url, String secrets, JsonObject enrollment) throws Exception {
        var asking = enrollment.put("decider", "http").put("decider-url", url).put("decider-secrets", secrets);
        return startWith(asking, new JsonObject());
    }

    private static DecidedService startWith(JsonObject enrollment, JsonObject database) throws Exception {
        return new DecidedService(Service.start(new JsonObject()
                .put("database", database)
                .put("enrollment", enrollment)
                .put("operations", new JsonObject().put("metrics", true))));
    }

    public Service service() {
        return service;
    }

    /** The course that people are registered for. */
    public String course() {
        return course;
    }

    /** Replaces the decider and clears {@link #asked}. */
    public void decide(Consumer<Message<JsonObject>> by) {
        leaveUndecided();
        asked.clear();
        decider = Optional.of(service.vertx().eventBus().consumer("registrar.enrollment.decide", message -> {
            asked.add(message.body());
            by.accept(message);
        }));
    }

    public void decideAlways(JsonObject decision) {
        decide(message -> message.reply(decision));
    }

    /** Removes the decider, so that no enrollment is decided. */
    public void leaveUndecided() {
        decider.ifPresent(consumer -> Await.success(consumer.unregister()));
        decider = Optional.empty();
    }

    /** Returns the questions that the current decider has received, which must be as the contract says. */
    public List<JsonObject> asked() {
        asked.forEach(BusContract::expectQuestion);
        return List.copyOf(asked);
    }

    public Response register(String uni) {
        return service.admin().post("/v1/registrations/", registration(uni, course));
    }

    /** Registers a person without waiting for the decision. */
    public Response registerLater(String uni) {
        return service.admin()
                .withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(202);
    }

    public Response read(Response accepted) {
        return service.reader().get(accepted.header("Location"));
    }

    /** Requests the enrollment of an accepted registration again. */
    public Response requestAgain(Response accepted) {
        return service.admin().patch(accepted.header("Location"), """
                        {"data": {"type": "registrations", "id": "%s", "attributes": {"enrollment": "requested"}}}""".formatted(accepted.id()));
    }

    public void awaitState(Response accepted, String state) {
        Await.until(
                "the registration is " + state,
                () -> read(accepted).text("/data/attributes/enrollment").equals(state));
    }

    /** Waits until a registration, which may have been for another course, is for this one. */
    public void awaitCourse(Response accepted, String awaited) {
        Await.until(
                "it is for the course",
                () -> read(accepted).text("/data/relationships/courses/data/id").equals(awaited));
    }

    /** Expects that a request was rejected by {@link #REJECT}. */
    public static void expectRejected(Response response) {
        response.expectStatus(409)
                .expectError("enrollment_rejected")
                .expect("/errors/0/detail", REJECT.getString("reason"));
    }

    public void awaitProcess(Response accepted, String process) {
        Await.until("the process is " + process, () -> process(accepted).equals(process));
    }

    /** Returns the state of the enrollment process; blank if the registration shows none. */
    public String process(Response accepted) {
        return read(accepted).json().at("/data/meta/enrollment/process").asText();
    }

    /** Returns how many enrollment attempts had this outcome, read from the metrics. */
    public double counted(String outcome) {
        return Exposition.of(service.operations())
                .value("registrar_enrollment_attempts_total", "outcome=\"%s\"".formatted(outcome));
    }

    @Override
    public void close() {
        service.close();
    }
}
