package dev.registrar.server.operations;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.WebhookSection;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.http.EventPages;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The metrics that operators see, which metrics.md lists. */
class MetricsTest {
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `(registrar_\\w+)`");
    private static final String REQUESTS = "registrar_http_requests_seconds_count";

    @AutoClose
    private static Receiver library;

    @AutoClose
    private static Service service;

    /** Enrollments are decided by nobody. */
    @BeforeAll
    static void a_service_with_metrics() throws Exception {
        library = Receiver.start();
        service = Service.start(WebhookSection.sections(WebhookSection.endpoint("library", library))
                .put("operations", new JsonObject().put("metrics", true))
                .put("enrollment", new JsonObject().put("decider", "bus")));
    }

    private static Exposition metrics() {
        return Exposition.of(service.operations());
    }

    private static double value(String name, String... labels) {
        return metrics().value(name, labels);
    }

    @CanIgnoreReturnValue
    private static Response newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("MTR"), "Metrics"))
                .expectStatus(201);
    }

    @CanIgnoreReturnValue
    private static Response newRegistration(String course) {
        return service.admin()
                .withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("mtr"), course))
                .expectStatus(202);
    }

    /** Leaves no metric without a value. */
    private static Exposition afterAFewRequests() {
        var course = newCourse();
        service.reader().get(course.header("Location")).expectStatus(200);
        service.reader().get("/v1/courses/?filter[search]=metrics").expectStatus(200);
        newRegistration(course.id());
        System.gc();
        Await.until(
                "the collection is measured",
                () -> !metrics().series("jvm_gc_pause_seconds_sum").isEmpty());
        return metrics();
    }

    @Test
    void metrics_md_lists_exactly_the_metrics_that_a_node_serves_after_a_few_requests() throws IOException {
        var documented = DOCUMENTED
                .matcher(Files.readString(Path.of("../docs/metrics.md")))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
        assertThat(documented).doesNotHaveDuplicates();
        assertThat(afterAFewRequests().names().stream().filter(name -> name.startsWith("registrar_")))
                .containsExactlyInAnyOrderElementsOf(documented);
    }

    @Test
    void a_node_serves_every_metric_of_the_alerts_and_of_the_dashboard() throws IOException {
        var served = afterAFewRequests();
        assertThat(MonitoringFiles.metrics())
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(served.series(name)).as(name).isNotEmpty());
    }

    @Test
    void requests_are_measured_by_the_operation_of_the_contract_and_the_status() {
        var url = newCourse().header("Location");
        var before = metrics();
        service.reader().get(url).expectStatus(200);
        service.reader().head(url).expectStatus(200);
        service.reader()
                .get("/v1/courses/5a6e5d1c-8f2b-4c57-9d8e-3b1f0a7c2e44/")
                .expectStatus(404);
        service.reader().get("/v1/events/?page[after]=latest").expectStatus(200);
        service.reader().get("/v1").expectStatus(200);
        service.reader().get("/v1/openapi").expectStatus(200);
        Await.until(
                "the last one is counted",
                () -> metrics().increaseSince(before, REQUESTS, "operation=\"other\"", "status=\"200\"") == 1);
        var after = metrics();
        assertThat(after.increaseSince(before, REQUESTS, "operation=\"read course\"", "status=\"200\""))
                .isEqualTo(2);
        assertThat(after.increaseSince(before, REQUESTS, "operation=\"read course\"", "status=\"404\""))
                .isEqualTo(1);
        assertThat(after.increaseSince(before, REQUESTS, "operation=\"read events\"", "status=\"200\""))
                .isEqualTo(1);
        assertThat(after.increaseSince(before, REQUESTS, "operation=\"read entry point\"", "status=\"200\""))
                .isEqualTo(1);
        assertThat(after.increaseSince(before, "registrar_http_errors_total", "code=\"not_found\""))
                .isEqualTo(1);
        assertThat(after.increaseSince(
                        before, "registrar_bus_requests_seconds_count", "type=\"courses\"", "action=\"get\""))
                .isEqualTo(3);
        assertThat(after.increaseSince(before, "registrar_database_use_seconds_count", "pool=\"read\""))
                .isGreaterThanOrEqualTo(3);
        assertThat(after.value("registrar_http_requests_seconds_bucket", "operation=\"read course\"", "le=\"+Inf\""))
                .isEqualTo(after.value(REQUESTS, "operation=\"read course\""));
    }

    @Test
    void nothing_that_a_client_sends_becomes_a_label() {
        sendStrangeRequests("first");
        var before = allSeries();
        IntStream.range(0, 20).forEach(number -> sendStrangeRequests("other" + number));
        assertThat(allSeries()).isEqualTo(before);
        assertThat(metrics().lines()).noneMatch(line -> line.contains("first") || line.contains("other1"));
    }

    private static void sendStrangeRequests(String name) {
        var client = service.reader().withHeader("X-" + name, name).withHeader("X-Request-Id", name);
        client.get("/" + name).expectStatus(404);
        client.get("/v1/courses/" + name + "/").expectStatus(404);
        client.get("/v1/courses/?" + name + "=" + name).expectStatus(400);
        client.get("/v1/courses/?filter[" + name + "]=" + name).expectStatus(400);
        client.send("M" + name.toUpperCase(Locale.ROOT), "/v1/courses/", Optional.empty())
                .expectStatus(405);
        client.withHeader("Accept", "text/" + name).get("/v1/courses/").expectStatus(406);
        service.anonymous()
                .withHeader("Authorization", name + " x")
                .get("/v1/courses/")
                .expectStatus(401);
        service.anonymous().withCredentials(name, name).get("/v1/courses/").expectStatus(401);
    }

    private static Set<String> allSeries() {
        return metrics().lines().stream()
                .filter(line -> line.startsWith("registrar_"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toSet());
    }

    @Test
    void events_that_are_not_published_are_counted_with_their_age() throws Exception {
        EventPages.awaitPublication(service);
        try (var publisher =
                Sql.hold(service.databaseUri(), "SELECT pg_advisory_xact_lock(hashtextextended('course.events', 0))")) {
            newCourse();
            Await.until("the events", () -> value("registrar_events_unpublished", "source=\"course\"") == 1);
            Await.until(
                    "their age", () -> value("registrar_events_unpublished_age_seconds", "source=\"course\"") > 0.1);
            publisher.rollback();
        }
        Await.until("publication", () -> value("registrar_events_unpublished", "source=\"course\"") == 0);
        assertThat(value("registrar_events_unpublished_age_seconds", "source=\"course\""))
                .isZero();
        assertThat(value("registrar_events_published_total", "source=\"course\""))
                .isPositive();
    }

    @Test
    void what_cannot_be_read_from_the_database_is_not_a_number() throws Exception {
        try (var lock = Sql.hold(service.databaseUri(), "LOCK TABLE course.events IN ACCESS EXCLUSIVE MODE")) {
            Await.until(
                    "it is unknown", () -> Double.isNaN(value("registrar_events_unpublished", "source=\"course\"")));
            Await.until(
                    "the other source is known",
                    () -> value("registrar_events_unpublished", "source=\"registration\"") >= 0);
            lock.rollback();
        }
        Await.until("it is known again", () -> value("registrar_events_unpublished", "source=\"course\"") >= 0);
    }

    @Test
    void registrations_that_wait_for_a_worker_are_counted_with_the_age_of_the_oldest() throws Exception {
        var accepted = newRegistration(newCourse().id());
        try (var lock = Sql.hold(
                service.databaseUri(),
                "SELECT FROM registration.registrations WHERE id = '%s' FOR UPDATE".formatted(accepted.id()))) {
            Await.until("it is due", () -> value("registrar_enrollment_due") >= 1);
            Await.until("its age", () -> value("registrar_enrollment_due_age_seconds") > 0.1);
            lock.rollback();
        }
        assertThat(value("registrar_enrollment_attempts_total", "outcome=\"no_decider\""))
                .isPositive();
    }

    @Test
    void failed_logins_are_counted_by_the_way_of_login() {
        var before = metrics();
        service.anonymous()
                .withCredentials("reader", "mistyped")
                .get("/v1/courses/")
                .expectStatus(401);
        service.anonymous()
                .withHeader("Cookie", "registrar_session=ended")
                .get("/v1/courses/")
                .expectStatus(401);
        service.anonymous().get("/v1/courses/").expectStatus(401);
        var after = metrics();
        assertThat(after.increaseSince(before, "registrar_failed_logins_total", "way=\"basic\""))
                .isEqualTo(1);
        assertThat(after.increaseSince(before, "registrar_failed_logins_total", "way=\"session\""))
                .isEqualTo(1);
    }

    @Test
    void sessions_and_clients_that_follow_events_are_counted() {
        open(service.admin());
        Await.until("the session", () -> value("registrar_sessions") >= 1);
        try (var stream = EventStreamClient.open(service.url() + "/v1/events/?page[after]=latest")) {
            assertThat(stream.status()).isEqualTo(200);
            Await.until("the follower", () -> value("registrar_events_followers") == 1);
        }
        Await.until("its end is noticed when it gets an event", () -> {
            newCourse();
            return value("registrar_events_followers") == 0;
        });
    }

    @Test
    void the_process_describes_itself() {
        var metrics = metrics();
        assertThat(metrics.series("registrar_build_info")).hasSize(1);
        assertThat(metrics.value("registrar_build_info")).isEqualTo(1);
        assertThat(metrics.value("registrar_cluster_nodes")).isEqualTo(1);
        assertThat(metrics.names()).contains("jvm_memory_used_bytes", "process_uptime_seconds", "system_cpu_count");
    }
}
