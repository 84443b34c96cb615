package dev.registrar.server.webhooks;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.LossyNetwork;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Endpoints share transactions, so that many of them do not take the connections from requests. Needs an idle machine. */
@Tag("faults")
class WebhookCostTest {
    private static final int ALLOWED_ENDPOINTS = 100;
    private static final Duration DISTANCE_TO_POSTGRESQL = Duration.ofMillis(2);

    @AutoClose
    private Receiver receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = Receiver.start();
    }

    /** With the shipped intervals, except that leases are renewed each second. */
    private static JsonObject sections(Stream<JsonObject> endpoints) {
        var sections = WebhookSection.sections(endpoints.toArray(JsonObject[]::new));
        sections.remove("events");
        sections.getJsonObject("webhooks")
                .put("poll-interval", "500 ms")
                .put("retry-delay", "5 s")
                .put("retry-cap", "1 h")
                .put("lease", "3 s");
        return sections;
    }

    private Stream<JsonObject> endpoints(int number, Receiver of) {
        return IntStream.range(0, number).mapToObj(each -> WebhookSection.endpoint(unique("endpoint-"), of));
    }

    /** The transactions during four renewals of the leases, with those that this test needs to observe them. */
    private long transactionsOfIdle(int endpoints) throws Exception {
        try (var service = Service.start(sections(endpoints(endpoints, receiver)));
                var session = service.databaseSession()) {
            awaitRenewalsAfter("now()", session);
            var begin = Sql.read(session, "SELECT now()").get(0);
            var before = transactions(session);
            awaitRenewalsAfter("timestamptz '%s' + interval '4 s'".formatted(begin), session);
            return transactions(session) - before;
        }
    }

    private static void awaitRenewalsAfter(String time, Connection session) {
        var moment = Sql.read(session, "SELECT " + time).get(0);
        Await.until(
                "all leases are renewed after " + moment,
                () -> Sql.read(session, """
                        SELECT count(*) FROM (
                            SELECT configured_at FROM course.webhook_endpoints
                            UNION ALL SELECT configured_at FROM registration.webhook_endpoints) endpoints
                        WHERE configured_at <= '%s'""".formatted(moment)).get(0).equals("0"));
    }

    private static long transactions(Connection session) {
        return Long.parseLong(
                Sql.read(session, "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")
                        .get(0));
    }

    @Test
    void a_hundred_endpoints_without_events_need_hardly_more_transactions_than_one() throws Exception {
        assertThat(transactionsOfIdle(ALLOWED_ENDPOINTS)).isLessThan(2 * transactionsOfIdle(1));
    }

    @Test
    void registrations_are_confirmed_at_once_while_99_endpoints_fail_and_the_other_one_receives_them()
            throws Exception {
        try (var failing = Receiver.start().reacting(event -> Reaction.of(500));
                var network = new LossyNetwork()) {
            network.delay(DISTANCE_TO_POSTGRESQL);
            var endpoints = Stream.concat(endpoints(1, receiver), endpoints(ALLOWED_ENDPOINTS - 1, failing));
            try (var service = Service.start(sections(endpoints), network::inFrontOf)) {
                var course = service.newCourse();
                List<String> registrations = new ArrayList<>();
                for (var i = 0; i < 30; i++) {
                    service.rename(course, unique("Thrift"));
                    registrations.add("registrations/"
                            + service.register(course).expectStatus(201).id());
                }
                registrations.forEach(id ->
                        Await.until("a delivery", () -> !receiver.accepted(id).isEmpty()));
                assertThat(failing.all()).hasSizeGreaterThanOrEqualTo(ALLOWED_ENDPOINTS - 1);
            }
        }
    }
}
