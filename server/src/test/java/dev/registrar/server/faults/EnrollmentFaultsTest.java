package dev.registrar.server.faults;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.server.faults.TwoServices.Node;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * No acknowledged registration is lost, duplicated, confirmed twice or stuck when a process fails. Two services, each in its
 * own JVM, share a PostgreSQL whose commits reach the disk. The tests kill, freeze and block these processes.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs signals and /proc")
class EnrollmentFaultsTest {
    /** An idle machine needs a few seconds; what matters is that recovery needs no operator. */
    private static final Duration RECOVERY = Duration.ofSeconds(20);

    @AutoClose
    private static TwoServices services;

    private static Node first;
    private static Node second;

    private final Journal journal = new Journal();
    private String course;

    @BeforeAll
    static void two_services_on_one_database() throws Exception {
        services = TwoServices.start();
        first = services.first();
        second = services.second();
    }

    @BeforeEach
    void a_course() {
        course = first.admin()
                .post("/v1/courses/", course(unique("FAULT"), "Logic"))
                .id();
    }

    @AfterEach
    void every_acknowledged_registration_is_kept() throws SQLException {
        services.decider("confirm");
        try (var session = services.session()) {
            journal.expectKept(second.admin(), session);
        }
    }

    private Response registerAtFirst() {
        var response = first.admin().post("/v1/registrations/", registration(unique("uni"), course));
        journal.note(response);
        return response;
    }

    private Load load(boolean brokenConnectionsAreExpected) {
        return new Load(journal, course, brokenConnectionsAreExpected, List.of(first::admin, second::admin));
    }

    private static boolean isConfirmed(Response accepted) {
        return second.admin()
                .get("/v1/registrations/" + accepted.id() + "/")
                .text("/data/attributes/enrollment")
                .equals("confirmed");
    }

    @Test
    void enrollments_claimed_by_a_worker_that_is_killed_are_confirmed_by_another_worker() {
        services.decider("hang");
        List<Response> accepted = new ArrayList<>();
        for (var person = 0; person < 10; person++) {
            accepted.add(registerAtFirst().expectStatus(202));
        }
        first.kill();
        services.decider("confirm");
        Await.until(
                "the other worker has confirmed them all",
                RECOVERY,
                () -> accepted.stream().allMatch(EnrollmentFaultsTest::isConfirmed));
        first.startAgain();
    }

    @Test
    void no_acknowledged_registration_is_lost_when_a_service_is_killed_under_load() {
        try (var load = load(true)) {
            load.awaitProgress();
            first.kill();
            load.awaitRecovery(RECOVERY);
            first.startAgain();
            load.awaitProgress();
        }
    }

    @Test
    void a_response_lost_after_the_commit_is_sent_when_the_request_is_repeated_with_its_idempotency_key() {
        services.decider("slow");
        var key = UUID.randomUUID().toString();
        var uni = unique("uni");
        var document = registration(uni, course);
        var lost = CompletableFuture.runAsync(() -> first.admin()
                .withHeader("Idempotency-Key", key)
                .withHeader("Prefer", "wait=2")
                .post("/v1/registrations/", document));
        Await.until("the registration is committed", () -> services.store(uni));
        first.kill();
        assertThatThrownBy(lost::join).hasStackTraceContaining("got no response");
        var repeating = second.admin().withHeader("Idempotency-Key", key).withHeader("Prefer", "wait=2");
        Await.until("the repeated request succeeds", () -> {
            var response = repeating.post("/v1/registrations/", document);
            journal.note(response);
            return response.status() == 201 || response.status() == 202;
        });
        second.admin().get("/v1/registrations/?filter[uni]=" + uni).expect("/meta/pagination/count", "1");
        first.startAgain();
    }

    @Test
    void the_decision_of_a_worker_that_was_paused_past_its_lease_is_not_applied() throws SQLException {
        services.decider("reject late");
        var accepted = first.admin()
                .withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(202);
        journal.note(accepted);
        first.signal("STOP");
        try {
            services.decider("hang");
            // Sooner than by itself, so that the first worker still waits for the decision when it continues.
            services.endLease(accepted.id());
            Await.until("the other worker has claimed it", () -> services.haveClaimedAgain(accepted.id()));
        } finally {
            first.signal("CONT");
        }
        Await.until(
                "the first service responds again",
                () -> first.admin().get("/v1/registrations/?page[size]=1").status() == 200);
        services.decider("confirm");
        Await.until("it is confirmed", () -> isConfirmed(accepted));
    }

    @Test
    void no_acknowledged_registration_is_lost_when_the_database_crashes_and_is_down_for_ten_seconds() {
        try (var load = load(false)) {
            load.awaitProgress();
            var logged = first.log().length();
            services.database().crash();
            var end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            Await.until("ten seconds are over", () -> System.nanoTime() > end);
            services.database().startAgain();
            load.awaitRecovery(RECOVERY);
            load.awaitProgress();
            expectTwoLines(logged);
        }
    }

    /** Expects one log line when the database fails and one when it works again, whatever the load in between. */
    private static void expectTwoLines(int from) {
        Await.until(
                "the log says that the database works again",
                () -> first.log().substring(from).contains("PostgreSQL is available again"));
        assertThat(first.log().substring(from).lines().toList())
                .satisfiesExactly(
                        failure -> assertThat(failure).contains("WARN", "PostgreSQL currently cannot be reached"),
                        recovery -> assertThat(recovery).contains("INFO", "PostgreSQL is available again"));
    }

    @Test
    void a_registration_locked_by_another_session_does_not_delay_other_registrations() throws SQLException {
        services.decider("slow");
        var locked = registerAtFirst().expectStatus(202);
        try (var session = services.session()) {
            session.setAutoCommit(false);
            try (var statement =
                    session.prepareStatement("SELECT FROM registration.registrations WHERE id = ?::uuid FOR UPDATE")) {
                statement.setString(1, locked.id());
                statement.executeQuery();
            }
            services.decider("confirm");
            try (var load = load(false)) {
                load.awaitProgress();
                load.awaitProgress();
            }
            assertThat(isConfirmed(locked)).isFalse();
            session.rollback();
        }
        Await.until("the unlocked registration is confirmed", RECOVERY, () -> isConfirmed(locked));
    }
}
