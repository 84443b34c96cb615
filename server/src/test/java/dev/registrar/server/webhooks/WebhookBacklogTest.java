package dev.registrar.server.webhooks;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver.Behaviour;
import dev.registrar.server.webhooks.Receiver.Delivery;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Endpoints have different numbers of events before them, which they receive at their own speed. */
class WebhookBacklogTest {
    private static final int RENAMES = 150;
    private static final int ENDPOINTS = 6;
    private static final int DISTANCE = RENAMES / ENDPOINTS;

    private final List<Receiver> receivers = new ArrayList<>();
    private Service service;

    @AfterEach
    void stop() {
        service.close();
        receivers.forEach(Receiver::close);
    }

    private Receiver receiver(Behaviour behaviour) throws IOException {
        var receiver = Receiver.start().reacting(behaviour);
        receivers.add(receiver);
        return receiver;
    }

    private void startService() throws Exception {
        var sections = WebhookSection.sections(receivers.stream()
                .map(receiver -> WebhookSection.endpoint(unique("endpoint-"), receiver))
                .toArray(JsonObject[]::new));
        // So long that a node on a busy machine does not lose its claim, after which it would deliver events again.
        sections.getJsonObject("webhooks").put("timeout", "50 s").put("lease", "40 s");
        service = Service.start(sections);
    }

    /** Creates a course with the name 0, renames it to 1, 2, 3 and so on, and waits until all of that is published. */
    private String renamedCourse() {
        var id =
                service.admin().post("/v1/courses/", course(unique("LOG"), "0")).id();
        for (var name = 1; name <= RENAMES; name++) {
            service.rename(id, Integer.toString(name));
        }
        Await.until(
                "all is published",
                () -> Sql.count(service.databaseUri(), "course.events WHERE position IS NOT NULL") == RENAMES + 1);
        return "courses/" + id;
    }

    private static List<String> allNames() {
        return IntStream.rangeClosed(0, RENAMES).mapToObj(Integer::toString).toList();
    }

    /** The names as a receiver learns them that ignores repeated events. */
    private static List<String> receivedNames(Receiver receiver, String course) {
        return receiver.accepted(course).stream()
                .map(Delivery::courseName)
                .distinct()
                .toList();
    }

    private static String nameIn(JsonObject event) {
        return event.getJsonObject("data")
                .getJsonObject("data")
                .getJsonObject("attributes")
                .getString("course_name");
    }

    @Test
    void endpoints_that_have_stopped_at_different_events_each_receive_all_later_ones_once_and_in_order()
            throws Exception {
        var allPublished = new CountDownLatch(1);
        for (var i = 0; i < ENDPOINTS; i++) {
            var last = Integer.toString(i * DISTANCE);
            receiver(event -> !nameIn(event).equals(last) || allPublished.await(30, TimeUnit.SECONDS)
                    ? Reaction.OK
                    : Reaction.of(500));
        }
        startService();
        var course = renamedCourse();
        allPublished.countDown();
        for (var receiver : receivers) {
            Await.until("all events", () -> receiver.of(course).size() > RENAMES);
            assertThat(receiver.of(course)).extracting(Delivery::courseName).isEqualTo(allNames());
        }
    }

    @Tag("faults")
    @Test
    void no_event_is_lost_and_none_overtakes_another_while_postgresql_ends_all_connections_again_and_again()
            throws Exception {
        var allPublished = new CountDownLatch(1);
        var ended = new AtomicInteger();
        var steady = receiver(event -> Reaction.OK);
        var disturbing = receiver(event -> {
            assertThat(allPublished.await(30, TimeUnit.SECONDS)).isTrue();
            if (Integer.parseInt(nameIn(event)) % DISTANCE == 0) {
                endConnections();
                // A part of the events are delivered from the table of undelivered ones.
                return Reaction.of(ended.incrementAndGet() % 2 == 0 ? 204 : 500);
            }
            return Reaction.OK;
        });
        startService();
        var course = renamedCourse();
        allPublished.countDown();
        for (var receiver : List.of(steady, disturbing)) {
            Await.until("all events", () -> receivedNames(receiver, course).size() > RENAMES);
            assertThat(receivedNames(receiver, course)).isEqualTo(allNames());
        }
        assertThat(ended.get()).isGreaterThanOrEqualTo(ENDPOINTS);
    }

    private void endConnections() {
        try {
            Sql.execute(
                    service.databaseUri(),
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'registrar'");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
