package dev.registrar.gateway.events;

import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static dev.registrar.testing.connection.EventStreamClient.COURSES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.connection.EventStreamClient.Event;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client, such as EventSource of a browser, receives each event at once, and continues without a gap. */
@ExtendWith(ServiceExtension.class)
class EventStreamTest {
    private static List<String> subjects(List<Event> events) {
        return events.stream()
                .map(event -> new JsonObject(event.data()).getString("subject").replace("courses/", ""))
                .toList();
    }

    @Test
    void a_stream_sends_each_event_with_its_position_its_type_and_the_cloudevent(Service service) {
        try (var stream = EventStreamClient.open(service.url() + COURSES).awaitStart();
                var subscriber = new EventSubscriber(service)) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(stream.lines().get(0)).matches("retry: \\d{3,4}");
            var id = service.newCourse();
            var published = subscriber.await("courses/" + id, "dev.registrar.courses.created");
            var received = stream.await(1).get(0);
            assertThat(received.type()).isEqualTo("dev.registrar.courses.created");
            assertThat(new JsonObject(received.data())).isEqualTo(published.get(0));
        }
    }

    /** RFC 9110, 8.6. */
    @Test
    void a_response_to_head_announces_a_stream_without_a_content_length(Service service) {
        var head = service.reader().withHeader("Accept", "text/event-stream").head(COURSES);
        head.expectStatus(200).expectHeader("Content-Type", "text/event-stream");
        assertThat(head.hasHeader("Content-Length")).isFalse();
    }

    @Proves("HTML, Server-Sent Events")
    @Test
    void a_stream_continues_after_the_last_event_id_without_a_gap_and_without_repeating(Service service) {
        List<String> ids = new ArrayList<>();
        List<Event> first;
        try (var stream = EventStreamClient.open(service.url() + COURSES).awaitStart()) {
            IntStream.range(0, 3).forEach(number -> ids.add(service.newCourse()));
            first = stream.await(3);
        }
        assertThat(subjects(first)).isEqualTo(ids);
        ids.add(service.newCourse());
        try (var stream = EventStreamClient.open(
                service.url() + COURSES, "Last-Event-ID", first.get(1).id())) {
            ids.add(service.newCourse());
            assertThat(subjects(stream.await(3))).isEqualTo(ids.subList(2, 5));
        }
    }

    @Test
    void a_wrong_last_event_id_is_an_error_document_at_the_header(Service service) {
        service.reader()
                .withHeader("Accept", "text/event-stream")
                .withHeader("Last-Event-ID", "4711")
                .get("/v1/events/")
                .expectStatus(400)
                .expectHeader("Content-Type", Client.JSON_API)
                .expectError("invalid_page", "header", "Last-Event-ID");
        // course=999999999,registration=1
        service.reader()
                .withHeader("Accept", "text/event-stream")
                .withHeader("Last-Event-ID", "Y291cnNlPTk5OTk5OTk5OSxyZWdpc3RyYXRpb249MQ")
                .get("/v1/events/")
                .expectStatus(409)
                .expectError("position_unknown", "header", "Last-Event-ID");
    }

    @Test
    void an_idle_stream_stays_open_beyond_the_idle_timeout_and_its_position_moves(Service service) {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "700 ms"));
        try (var stream = EventStreamClient.open(
                        "http://127.0.0.1:" + port + "/v1/events/?filter[type]=course_terms&page[after]=latest")
                .awaitStart()) {
            var start = stream.lastId();
            service.newCourse();
            Await.until(
                    "some heartbeats",
                    () -> stream.lines().stream().filter(":"::equals).count() >= 4);
            assertThat(stream.isOpen()).isTrue();
            assertThat(stream.events()).isEmpty();
            Await.until(
                    "it is after the event of another type",
                    () -> !stream.lastId().equals(start));
        }
    }

    @Test
    void a_stream_ends_with_the_session_that_opened_it(Service service) {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "900 ms"));
        var url = "http://127.0.0.1:" + port;
        var opened = open(Client.of(url).withCredentials("reader", "reader"));
        try (var stream = openWith(opened, url)) {
            service.newCourse();
            stream.await(1);
            script(Client.of(url), opened).delete(SESSIONS).expectStatus(204);
            stream.awaitEnd();
        }
    }

    @Test
    void a_stream_sends_no_event_after_the_end_of_its_session(Service service) {
        var opened = open(service.reader());
        try (var stream = openWith(opened, service.url())) {
            service.newCourse();
            stream.await(1);
            script(service.anonymous(), opened).delete(SESSIONS).expectStatus(204);
            service.newCourse();
            stream.awaitEnd();
            assertThat(stream.events()).hasSize(1);
        }
    }

    private static EventStreamClient openWith(Response opened, String url) {
        var cookie = "registrar_session=" + cookie(opened, "registrar_session");
        return EventStreamClient.openWith(url + COURSES, Map.of("Cookie", cookie))
                .awaitStart();
    }

    @Test
    void a_gateway_that_stops_ends_its_streams_and_their_clients_continue_at_another_one(Service service) {
        var gateway = new GatewayVerticle();
        var deployment = Await.success(service.vertx()
                .deployVerticle(
                        gateway, new DeploymentOptions().setConfig(Service.configuration(service.databaseUri()))));
        try (var stream = EventStreamClient.open("http://127.0.0.1:" + gateway.port() + COURSES)
                .awaitStart()) {
            var ids = new ArrayList<>(List.of(service.newCourse()));
            var before = stream.await(1);
            Await.success(service.vertx().undeploy(deployment));
            stream.awaitEnd();
            ids.add(service.newCourse());
            try (var continued = EventStreamClient.open(service.url() + COURSES, "Last-Event-ID", stream.lastId())) {
                ids.add(service.newCourse());
                assertThat(subjects(before)).containsExactly(ids.get(0));
                assertThat(subjects(continued.await(2))).isEqualTo(ids.subList(1, 3));
            }
        }
    }
}
