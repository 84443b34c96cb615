package dev.registrar.gateway.faults;

import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.InParallel;
import dev.registrar.gateway.testing.Response;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * No acknowledged registration is lost, doubled, confirmed twice or stuck, whatever dies. Two services, each in a JVM of its
 * own, share a PostgreSQL whose commits reach the disk; the faults are real ones.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "Faults are made by signals and found out from /proc")
class EnrollmentFaultsTest {
    /** A few seconds on a machine that has nothing else to do; what matters is that nobody has to do anything. */
    private static final Duration RECOVERY = Duration.ofSeconds(20);

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

    @AfterAll
    static void stop() {
        services.close();
    }

    @BeforeEach
    void a_course() {
        course = first.admin()
                .post("/v1/courses/", course(unique("FAULT"), "Logic"))
                .id();
    }

    @AfterEach
    void every_promise_is_kept() throws SQLException {
        services.decider("confirm");
        try (var session = services.session()) {
            journal.expectKept(second.admin(), session);
        }
    }

    private Response registerAtFirst() {
        var answer = first.admin().post("/v1/registrations/", registration(unique("uni"), course));
        journal.note(answer);
        return answer;
    }

    private Load load() {
        return new Load(journal, course, false, List.of(first::admin, second::admin));
    }

    private static void awaitProgress(Load load) {
        var before = load.confirmedInTime();
        Await.until("registrations are confirmed", () -> load.confirmedInTime() > before + 20);
    }

    private static void awaitRecovery(Load load) {
        var before = load.confirmedInTime();
        Await.until("registrations are confirmed in time again", RECOVERY, () -> load.confirmedInTime() > before);
    }

    private static boolean isConfirmed(Response accepted) {
        return second.admin()
                .get("/v1/registrations/" + accepted.id() + "/")
                .text("/data/attributes/enrollment")
                .equals("confirmed");
    }

    @Test
    void a_worker_that_is_killed_with_claims_in_hand_is_replaced() {
        services.decider("hang");
        List<Response> accepted = new ArrayList<>();
        for (var person = 0; person < 10; person++) {
            accepted.add(registerAtFirst().expectStatus(202));
        }
        first.kill();
        services.decider("confirm");
        Await.until(
                "the other worker has confirmed them",
                RECOVERY,
                () -> accepted.stream().allMatch(EnrollmentFaultsTest::isConfirmed));
        first.startAgain();
    }

    @Test
    void a_service_that_is_killed_under_load_takes_nothing_with_it() {
        try (var load = new Load(journal, course, true, List.of(first::admin, second::admin))) {
            awaitProgress(load);
            first.kill();
            awaitRecovery(load);
            first.startAgain();
            awaitProgress(load);
        }
    }

    @Test
    void an_answer_that_was_lost_after_the_commit_is_given_to_who_asks_again() throws SQLException {
        services.decider("slow");
        var key = UUID.randomUUID().toString();
        var uni = unique("uni");
        var document = registration(uni, course);
        var lost = CompletableFuture.runAsync(() -> first.admin()
                .withHeader("Idempotency-Key", key)
                .withHeader("Prefer", "wait=2")
                .post("/v1/registrations/", document));
        try (var session = services.session()) {
            Await.until("the registration is committed", () -> isStored(session, uni));
        }
        first.kill();
        assertThatThrownBy(lost::join).hasStackTraceContaining("got no response");
        var again = second.admin().withHeader("Idempotency-Key", key).withHeader("Prefer", "wait=2");
        Await.until("the answer is given", () -> {
            var answer = again.post("/v1/registrations/", document);
            journal.note(answer);
            return answer.status() == 201 || answer.status() == 202;
        });
        second.admin().get("/v1/registrations/?filter[uni]=" + uni).expect("/meta/pagination/count", "1");
        first.startAgain();
    }

    private static boolean isStored(Connection session, String uni) {
        try (var statement =
                session.prepareStatement("SELECT count(*) FROM registration.registrations WHERE uni = ?")) {
            statement.setString(1, uni);
            var rows = statement.executeQuery();
            return rows.next() && rows.getInt(1) == 1;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_worker_that_was_paused_past_its_lease_comes_too_late() {
        services.decider("slow");
        var accepted = registerAtFirst().expectStatus(202);
        first.signal("STOP");
        try {
            services.decider("confirm");
            Await.until("the other worker has confirmed it", () -> isConfirmed(accepted));
        } finally {
            first.signal("CONT");
        }
        Await.until(
                "the first service answers again",
                () -> first.admin().get("/v1/registrations/?page[size]=1").status() == 200);
    }

    @Test
    void a_database_that_crashes_and_is_away_for_ten_seconds_loses_nothing() {
        try (var load = load()) {
            awaitProgress(load);
            var logged = first.log().length();
            services.database().crash();
            var end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            Await.until("ten seconds are over", () -> System.nanoTime() > end);
            services.database().startAgain();
            awaitRecovery(load);
            awaitProgress(load);
            expectTwoLines(logged);
        }
    }

    /** One when the database goes away, and one when it is back, however much there is to do meanwhile. */
    private static void expectTwoLines(int from) {
        Await.until(
                "operators are told that it is back",
                () -> first.log().substring(from).contains("PostgreSQL works again"));
        assertThat(first.log().substring(from).lines().toList())
                .satisfiesExactly(
                        away -> assertThat(away).contains("WARN", "PostgreSQL cannot be reached"),
                        back -> assertThat(back).contains("INFO", "PostgreSQL works again"));
    }

    @Test
    void a_database_without_free_connections_makes_503_until_there_are_some() throws SQLException {
        try (var load = load()) {
            awaitProgress(load);
            var hoarded = services.database().hoardConnections();
            SharedDatabase.endSessionsOfServices(hoarded.get(0));
            hoarded.addAll(services.database().hoardConnections());
            for (var session : hoarded) {
                session.close();
            }
            awaitRecovery(load);
            awaitProgress(load);
        }
    }

    @Test
    void a_registration_that_another_session_keeps_locked_does_not_delay_the_others() throws SQLException {
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
            try (var load = load()) {
                awaitProgress(load);
                awaitProgress(load);
            }
            assertThat(isConfirmed(locked)).isFalse();
            session.rollback();
        }
        Await.until("it is confirmed now", RECOVERY, () -> isConfirmed(locked));
    }

    @Test
    void a_decider_that_fails_hangs_goes_or_answers_nonsense_for_a_while_delays_and_loses_nothing() {
        try (var load = load()) {
            for (var fault : List.of("fail", "hang", "absent", "nonsense")) {
                awaitProgress(load);
                var before = journal.size();
                services.decider(fault);
                Await.until("registrations are accepted meanwhile", () -> journal.size() > before + 10);
                services.decider("confirm");
                awaitRecovery(load);
            }
        }
    }

    /** Twelve at once, at both services in turn. */
    private List<Response> registerTwelveTimes(UnaryOperator<Client> with) {
        var document = registration(unique("twelve"), course);
        Queue<Response> answers = new ConcurrentLinkedQueue<>();
        InParallel.forEach(IntStream.range(0, 12).boxed().toList(), number -> {
            var node = number % 2 == 0 ? first : second;
            answers.add(with.apply(node.admin()).post("/v1/registrations/", document));
        });
        answers.forEach(journal::note);
        return List.copyOf(answers);
    }

    @Test
    void of_twelve_equal_requests_at_once_one_registers_and_eleven_are_told_that_it_is_there() {
        var answers = registerTwelveTimes(client -> client);
        assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(11);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 409)
                .singleElement()
                .satisfies(answer -> assertThat(answer.status()).isIn(201, 202));
    }

    @Test
    void of_twelve_equal_requests_with_one_key_all_get_one_response_or_are_told_that_it_is_on_its_way() {
        var key = UUID.randomUUID().toString();
        var answers = registerTwelveTimes(client -> client.withHeader("Idempotency-Key", key));
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .allSatisfy(answer -> answer.expectError("request_in_progress"));
        var given = answers.stream().filter(answer -> answer.status() != 409).toList();
        assertThat(given).extracting(Response::status).isSubsetOf(201, 202);
        assertThat(Set.copyOf(given.stream().map(Response::id).toList())).hasSize(1);
    }

    @Test
    void the_journal_notices_a_loss() throws SQLException {
        var doomed = new Journal();
        var answer = first.admin().post("/v1/registrations/", registration(unique("uni"), course));
        doomed.note(answer.expectStatus(201));
        try (var session = services.session();
                var statement = session.prepareStatement("DELETE FROM registration.registrations WHERE id = ?::uuid")) {
            statement.setString(1, answer.id());
            assertThat(statement.executeUpdate()).isEqualTo(1);
            assertThatThrownBy(() -> doomed.expectKept(second.admin(), session))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("lost");
        }
    }
}
