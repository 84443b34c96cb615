package dev.registrar.gateway.testing.eventbus;

import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.document.Documents;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** A service whose enrollments are decided by the test, at registrar.enrollment.decide. */
public final class DecidedService implements AutoCloseable {
    public static final JsonObject CONFIRM = new JsonObject().put("decision", "confirm");
    public static final JsonObject REJECT =
            new JsonObject().put("decision", "reject").put("reason", "The course is full.");
    public static final JsonObject LATER =
            new JsonObject().put("decision", "later").put("reason", "Ask tomorrow.");

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

    /** Starts it with these settings of the enrollment in place of the shipped ones. */
    public static DecidedService start(JsonObject enrollment) throws Exception {
        return start(enrollment, new JsonObject());
    }

    /** Starts it with these settings of the enrollment and of the database in place of the shipped ones. */
    public static DecidedService start(JsonObject enrollment, JsonObject database) throws Exception {
        return new DecidedService(Service.start(new JsonObject()
                .put("database", database)
                .put("enrollment", enrollment.put("decider", "bus"))
                .put("operations", new JsonObject().put("metrics", true))));
    }

    public Service service() {
        return service;
    }

    /** The course that people are registered for. */
    public String course() {
        return course;
    }

    /** Decides like this from now on. */
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

    /** Decides nothing more. */
    public void leaveUndecided() {
        decider.ifPresent(consumer -> Await.success(consumer.unregister()));
        decider = Optional.empty();
    }

    /** What the decider of now has been asked. */
    public List<JsonObject> asked() {
        return List.copyOf(asked);
    }

    public Response register(String uni) {
        return service.admin().post("/v1/registrations/", registration(uni, course));
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

    public void awaitProcess(Response accepted, String process) {
        Await.until("the process is " + process, () -> process(accepted).equals(process));
    }

    /** How the enrollment goes on; blank while there is nothing to say. */
    public String process(Response accepted) {
        return read(accepted).json().at("/data/meta/enrollment/process").asText();
    }

    /** How many attempts have ended like this, as operators see it. */
    public double counted(String outcome) {
        return service.operations()
                .get("/metrics")
                .expectStatus(200)
                .body()
                .lines()
                .filter(line ->
                        line.startsWith("registrar_enrollment_attempts_total{outcome=\"%s\"}".formatted(outcome)))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    @Override
    public void close() {
        service.close();
    }
}
