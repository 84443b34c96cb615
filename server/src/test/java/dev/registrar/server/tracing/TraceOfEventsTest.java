package dev.registrar.server.tracing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.WebhookSection;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import dev.registrar.testing.http.Response;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code traceparent} of events: the trace of the client, because this service has no collector. The test decides enrollments. */
class TraceOfEventsTest {
    private static final String FIRST = "00-3a9c2f6f0d1e4b5c8f7a6b5c4d3e2f10-1d2c3b4a59687761-01";
    private static final String SECOND = "00-77e6d5c4b3a291807f6e5d4c3b2a1908-8897a6b5c4d3e2f1-00";

    /** The traces of the questions to the decider, by registration. */
    private static final Map<String, Queue<String>> ASKED_WITH = new ConcurrentHashMap<>();

    private static volatile JsonObject decision;

    @AutoClose
    private static Receiver receiver;

    @AutoClose
    private static Service service;

    private static EventSubscriber subscriber;
    private static String course;

    @BeforeAll
    static void start() throws Exception {
        receiver = Receiver.start();
        service = Service.start(WebhookSection.sections(WebhookSection.endpoint("library", receiver))
                .put("enrollment", new JsonObject().put("decider", "bus")));
        service.vertx().eventBus().<JsonObject>consumer("registrar.enrollment.decide", TraceOfEventsTest::decide);
        subscriber = new EventSubscriber(service);
        course = service.newCourse();
    }

    @BeforeEach
    void confirm() {
        decision = DecidedService.CONFIRM;
    }

    private static void decide(Message<JsonObject> question) {
        var trace = Optional.ofNullable(question.headers().get("traceparent"));
        ASKED_WITH
                .computeIfAbsent(question.body().getString("registration"), first -> new ConcurrentLinkedQueue<>())
                .add(trace.orElse(""));
        question.reply(decision);
    }

    /** Whose requests do not wait for the decision. */
    private static Client notTraced() {
        return service.admin().withHeader("Prefer", "respond-async");
    }

    private static Client tracedBy(String traceparent) {
        return notTraced().withHeader("traceparent", traceparent);
    }

    private static Response register(Client client) {
        return client.post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(202);
    }

    private static void requestAgain(Client client, Response registration) {
        client.patch(
                        registration.header("Location"),
                        Document.of("registrations", registration.id()).attribute("enrollment", "requested"))
                .expectStatus(202);
    }

    private static List<String> traces(Response registration, String... changes) {
        var subject = "registrations/" + registration.id();
        Await.until("the events of " + subject, () -> subscriber.about(subject).size() >= changes.length);
        var events = subscriber.about(subject);
        assertThat(events)
                .extracting(event -> event.getString("type"))
                .containsExactly(List.of(changes).stream()
                        .map(change -> "dev.registrar.registrations." + change)
                        .toArray(String[]::new));
        return events.stream().map(event -> event.getString("traceparent")).toList();
    }

    @Test
    void an_event_has_the_trace_of_its_request_on_every_way_to_those_who_follow() {
        var pages = EventPages.fromNowOn(service.admin());
        var url = service.url() + "/v1/events/?filter[type]=courses&page[after]=latest";
        try (var stream = EventStreamClient.open(url).awaitStart()) {
            var id = tracedBy(FIRST)
                    .post("/v1/courses/", course(unique("WAYS"), "Ethics"))
                    .expectStatus(201)
                    .id();
            var sent = new JsonObject(stream.await(1).get(0).data());
            Await.until(
                    "the delivery", () -> !receiver.accepted("courses/" + id).isEmpty());
            var delivered = receiver.accepted("courses/" + id).get(0).event();
            var published = subscriber
                    .await("courses/" + id, "dev.registrar.courses.created")
                    .get(0);
            assertThat(List.of(published, sent, delivered))
                    .extracting(event -> event.getString("traceparent"))
                    .containsOnly(FIRST);
            assertThat(pages.awaitAbout(id, 1).about(id, "/attributes/traceparent"))
                    .containsExactly(FIRST);
        }
    }

    @Test
    void the_decider_and_the_event_of_its_decision_have_the_trace_of_the_request() {
        var registration = register(tracedBy(FIRST));
        assertThat(traces(registration, "created", "updated")).containsExactly(FIRST, FIRST);
        assertThat(ASKED_WITH.get(registration.id())).containsOnly(FIRST);
    }

    @Test
    void a_later_rejection_has_the_trace_of_the_request_that_asked_for_the_enrollment() {
        var registration = register(tracedBy(FIRST));
        assertThat(traces(registration, "created", "updated")).containsExactly(FIRST, FIRST);
        decision = DecidedService.REJECT;
        requestAgain(tracedBy(SECOND), registration);
        assertThat(traces(registration, "created", "updated", "updated", "rejected"))
                .containsExactly(FIRST, FIRST, SECOND, SECOND);
    }

    @Test
    void the_decision_on_a_request_without_a_trace_has_none() {
        var registration = register(tracedBy(FIRST));
        assertThat(traces(registration, "created", "updated")).containsExactly(FIRST, FIRST);
        ASKED_WITH.clear();
        requestAgain(notTraced(), registration);
        assertThat(traces(registration, "created", "updated", "updated", "updated"))
                .containsExactly(FIRST, FIRST, null, null);
        assertThat(ASKED_WITH.get(registration.id())).containsOnly("");
    }
}
