package dev.registrar.server.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The most frequent events in a cluster of three nodes. {@link ClusterFaultsIT} tests the others. */
@NeedsLoadBalancer
class RollingRestartIT {
    /** Long enough that the load leaves the nodes time to start. */
    private static final Duration PAUSE = Duration.ofMillis(160);

    @AutoClose
    private static ThreeNodes nodes;

    @BeforeAll
    static void three_nodes() throws Exception {
        nodes = ThreeNodes.onLoopback();
    }

    @Test
    void no_request_fails_during_a_rolling_restart_and_a_stream_of_events_continues_without_a_gap()
            throws SQLException {
        try (var follower = nodes.follow("registrations")) {
            var trial = nodes.trial("rolling restart", 12, PAUSE);
            for (var number = 1; number <= 3; number++) {
                nodes.node(number).stop();
                nodes.startAgain(number, ThreeNodes.JAR);
            }
            trial.expectNoFailure();
            trial.end();
            var events = eventsOfRegistrations();
            Await.until("all events are received", () -> follower.received().containsAll(events));
            assertThat(follower.received()).isEqualTo(events);
            assertThat(follower.statuses()).hasSizeGreaterThan(1).containsOnly(200);
        }
    }

    /** The ids of all events of registrations, when all of them are published. */
    private static List<String> eventsOfRegistrations() throws SQLException {
        try (var session = nodes.session()) {
            Await.until(
                    "all events are published",
                    () -> Sql.read(session, "SELECT id FROM registration.events WHERE position IS NULL")
                            .isEmpty());
            return Sql.read(session, "SELECT id FROM registration.events ORDER BY position");
        }
    }

    /** Longer than the load balancer lets other requests take. */
    @Test
    void the_load_balancer_does_not_cut_off_a_request_that_waits_for_events() {
        nodes.clients()
                .withHeader("Prefer", "wait=4")
                .get("/v1/events/?filter[type]=course_terms&page[after]=latest")
                .expectStatus(200)
                .expectHeader("Preference-Applied", "wait=4");
    }
}
