package dev.registrar.server.webhooks;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.webhooks.Receiver.Delivery;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens to webhooks when nodes, endpoints or configurations go. */
class WebhookRecoveryTest {
    private static final String LIBRARY = "library";

    private final List<Vertx> running = new ArrayList<>();
    private TestDatabase database;
    private Receiver receiver;

    @BeforeEach
    void start() throws IOException {
        database = ServiceDatabase.start();
        receiver = Receiver.start();
    }

    @AfterEach
    void stop() {
        running.forEach(vertx -> Await.success(vertx.close()));
        receiver.close();
        database.close();
    }

    /** A node of the service on the database of this test. */
    private record Node(Vertx vertx, Deployment deployment, Client client) {
        String newCourse(String name) {
            return client.post("/v1/courses/", course(unique("REC"), name)).id();
        }

        void rename(String course, String name) {
            client.patch(
                            "/v1/courses/%s/".formatted(course),
                            Document.of("courses", course).attribute("course_name", name))
                    .expectStatus(200);
        }

        void stop() {
            Await.success(deployment.stop());
        }
    }

    private Node node(JsonObject sections) {
        var vertx = Vertx.vertx();
        running.add(vertx);
        var configuration = Service.configuration(database.uri()).mergeIn(sections, true);
        configuration.getJsonObject("http").put("drain-delay", "0 s");
        var deployment = new Deployment(vertx, configuration);
        var port = Await.success(deployment.start());
        var client = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
        return new Node(vertx, deployment, client);
    }

    private JsonObject library() {
        return WebhookSection.sections(WebhookSection.endpoint(LIBRARY, receiver));
    }

    private JsonObject library(String key, Object value) {
        var sections = library();
        sections.getJsonObject("webhooks").put(key, value);
        return sections;
    }

    private long number(String query) {
        return Sql.readNumber(database.uri(), query);
    }

    private List<Delivery> accepted(String course, int number) {
        Await.until(
                "%s deliveries".formatted(number),
                () -> receiver.accepted("courses/" + course).size() >= number);
        return receiver.accepted("courses/" + course);
    }

    @Test
    void an_endpoint_receives_an_event_when_it_is_published_however_rarely_a_node_looks_for_events() {
        var sections = library("poll-interval", "1 h");
        sections.getJsonObject("webhooks").put("lease", "1 h");
        var node = node(sections);
        Await.until("a delivery", () -> {
            // The first message might be sent long before its event can be read.
            node.newCourse("Prompt");
            return !receiver.all().isEmpty();
        });
    }

    @Test
    void after_a_restart_deliveries_continue_where_they_had_stopped() {
        receiver.reacting(event -> Reaction.of(500));
        var before = node(library());
        var course = before.newCourse("Logic 1");
        before.rename(course, "Logic 2");
        Await.until("an attempt", () -> !receiver.of("courses/" + course).isEmpty());
        before.stop();
        receiver.reacting(event -> Reaction.OK);

        var after = node(library());
        after.rename(course, "Logic 3");
        assertThat(accepted(course, 3))
                .extracting(Delivery::courseName)
                .containsExactly("Logic 1", "Logic 2", "Logic 3");
    }

    @Test
    void another_node_continues_when_the_lease_of_a_lost_one_is_over() throws SQLException {
        var node = node(library());
        accepted(node.newCourse("Before"), 1);
        // A worker that died a moment ago: nobody renews its lease, and its writes come too late.
        Sql.execute(database.uri(), """
                UPDATE course.webhook_endpoints
                SET worker = gen_random_uuid(), claim = claim + 1, leased_until = clock_timestamp() + interval '900 ms'
                """);
        var token = number("SELECT claim FROM course.webhook_endpoints");
        var course = node.newCourse("After");
        accepted(course, 1);
        Await.until("a new claim", () -> number("SELECT claim FROM course.webhook_endpoints") > token);
        Await.until("progress", () -> number("""
                SELECT count(*) FROM course.webhook_endpoints
                WHERE position >= (SELECT max(position) FROM course.events)
                """) == 1);
    }

    @Test
    void two_nodes_share_the_work_without_delivering_an_event_twice() {
        var first = node(library());
        var second = node(library());
        var courses = new ArrayList<String>();
        for (var i = 0; i < 10; i++) {
            courses.add((i % 2 == 0 ? first : second).newCourse("Shared " + i));
        }
        courses.forEach(course -> accepted(course, 1));
        first.stop();
        var afterwards = second.newCourse("Alone");
        accepted(afterwards, 1);
        courses.forEach(course -> assertThat(receiver.of("courses/" + course)).hasSize(1));
    }

    @Proves("Standard Webhooks")
    @Test
    void an_endpoint_that_responds_410_is_stopped() {
        try (var log = RecordedLog.start(this)) {
            var arrived = new AtomicBoolean();
            var published = new CountDownLatch(1);
            var together = new CountDownLatch(3);
            receiver.reacting(event -> {
                if (event.toString().contains("Welcome")) {
                    arrived.set(true);
                    return published.await(10, TimeUnit.SECONDS) ? Reaction.OK : Reaction.of(500);
                }
                together.countDown();
                return together.await(10, TimeUnit.SECONDS) ? Reaction.of(410) : Reaction.of(500);
            });
            var node = node(library());
            node.newCourse("Welcome");
            Await.until("the first attempt", arrived::get);
            for (var i = 0; i < 3; i++) {
                node.newCourse("Gone " + i);
            }
            Await.until(
                    "they are published",
                    () -> number("SELECT count(*) FROM course.events WHERE position IS NOT NULL") == 4);
            published.countDown();
            Await.until("all attempts", () -> receiver.all().size() == 4);
            Await.until(
                    "it is stopped",
                    () -> number("SELECT count(*) FROM course.webhook_endpoints WHERE stopped_at IS NOT NULL") == 1);
            node.newCourse("Ignored");
            Await.until("further claims", () -> number("""
                    SELECT count(*) FROM course.webhook_endpoints WHERE configured_at > stopped_at + interval '1 second'
                    """) == 1);
            assertThat(receiver.all()).hasSize(4);
            assertThat(log.warnings("is stopped: it wants no more deliveries (410)"))
                    .singleElement()
                    .asString()
                    .contains("library (source course)");
        }
    }

    @Proves("Standard Webhooks")
    @Test
    void an_endpoint_that_asks_one_source_for_a_very_long_break_is_left_alone_by_all_sources_for_a_day() {
        receiver.reacting(event -> new Reaction(429, Map.of("Retry-After", "99999999999999999999999")));
        var node = node(library());
        var course = node.newCourse("Weary");
        Await.until("it is paused", () -> number("""
                SELECT count(*) FROM (
                    SELECT paused_until FROM course.webhook_endpoints
                    UNION ALL SELECT paused_until FROM registration.webhook_endpoints) endpoints
                WHERE paused_until > clock_timestamp() + interval '86300 s'
                """) == 2);
        node.newCourse("Ignored");
        node.client().post("/v1/registrations/", registration(unique("uni"), course));
        for (var source : List.of("course", "registration")) {
            Await.until("further claims", () -> number("""
                    SELECT count(*) FROM %s.webhook_endpoints
                    WHERE configured_at > paused_until - interval '86400 s' + interval '1 s'
                    """.formatted(source)) == 1);
        }
        assertThat(receiver.all()).hasSize(1);
    }

    @Proves("Standard Webhooks")
    @Test
    void an_event_is_given_up_after_the_configured_time_and_the_next_one_of_its_resource_is_delivered() {
        try (var log = RecordedLog.start(this)) {
            receiver.reacting(event -> event.toString().contains("Poison") ? Reaction.of(400) : Reaction.OK);
            var node = node(library("give-up-after", "300 ms"));
            var course = node.newCourse("Poison");
            node.rename(course, "Remedy");
            assertThat(accepted(course, 1)).extracting(Delivery::courseName).containsExactly("Remedy");
            assertThat(receiver.of("courses/" + course)).hasSizeGreaterThan(2);
            assertThat(log.warnings("given up: status 400"))
                    .singleElement()
                    .asString()
                    .contains(LIBRARY, "courses/" + course)
                    .doesNotContain("urlsecret");
            assertThat(log.warnings("urlsecret")).isEmpty();
            assertThat(number("SELECT given_up FROM course.webhook_endpoints")).isEqualTo(1);
        }
    }

    @Test
    void an_endpoint_that_is_down_keeps_only_so_many_events_waiting_and_receives_all_later() {
        receiver.reacting(event -> Reaction.of(503));
        var node = node(library("max-waiting", 3));
        var courses = new ArrayList<String>();
        for (var i = 0; i < 7; i++) {
            courses.add(node.newCourse("Waiting " + i));
        }
        Await.until("three wait", () -> number("SELECT count(*) FROM course.webhook_deliveries") == 3);
        Await.until("they are tried again", () -> receiver.all().size() > 9);
        assertThat(number("SELECT count(*) FROM course.webhook_deliveries")).isEqualTo(3);
        receiver.reacting(event -> Reaction.OK);
        courses.forEach(course -> accepted(course, 1));
        Await.until("none waits", () -> number("SELECT count(*) FROM course.webhook_deliveries") == 0);
    }

    @Test
    void events_that_were_removed_before_an_endpoint_received_them_are_reported() throws SQLException {
        try (var log = RecordedLog.start(this)) {
            receiver.reacting(event -> Reaction.of(410));
            var sections = library("give-up-after", "400 ms");
            sections.getJsonObject("events").put("retention", "400 ms");
            var node = node(sections);
            node.newCourse("Lost");
            Await.until(
                    "it is stopped",
                    () -> number("SELECT count(*) FROM course.webhook_endpoints WHERE stopped_at IS NOT NULL") == 1);
            node.newCourse("Lost, too");
            Await.until("both are removed", () -> number("SELECT count(*) FROM course.events") == 0);
            receiver.reacting(event -> Reaction.OK);
            Sql.execute(database.uri(), "UPDATE course.webhook_endpoints SET stopped_at = NULL");
            Await.until(
                    "a warning",
                    () -> !log.warnings("library (source course) misses events").isEmpty());
            Await.until(
                    "the other warning",
                    () -> !log.warnings("removed from the log after events.retention")
                            .isEmpty());
            accepted(node.newCourse("Found"), 1);
        }
    }

    @Test
    void the_state_of_an_endpoint_that_no_node_has_any_more_is_removed() {
        var before = node(library());
        accepted(before.newCourse("Remembered"), 1);
        before.stop();
        assertThat(number("SELECT count(*) FROM course.webhook_endpoints")).isEqualTo(1);
        node(WebhookSection.sections(WebhookSection.endpoint("portal", receiver)));
        Await.until(
                "it is removed",
                () -> number("SELECT count(*) FROM course.webhook_endpoints WHERE name = 'library'") == 0);
        assertThat(number("SELECT count(*) FROM course.webhook_endpoints WHERE name = 'portal'"))
                .isEqualTo(1);
    }
}
