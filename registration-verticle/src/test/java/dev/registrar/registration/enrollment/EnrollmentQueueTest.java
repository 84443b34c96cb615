package dev.registrar.registration.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.database.Statement;
import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that workers share pending registrations: only one at a time holds each, and none is forgotten. */
@ExtendWith(VertxExtension.class)
class EnrollmentQueueTest {
    private static final Duration LEASE = Duration.ofMinutes(10);

    @AutoClose
    private static RegistrationTable table;

    private Database database;
    private EnrollmentQueue queue;

    @BeforeAll
    static void a_table() throws SQLException {
        table = RegistrationTable.create();
    }

    @BeforeEach
    void an_empty_queue(Vertx vertx) throws SQLException {
        table.execute("DELETE FROM registration.registrations");
        database = Await.success(Database.open(vertx, table.settings(), table.limits(), Pool.BACKGROUND));
        queue = new EnrollmentQueue(database, LEASE);
    }

    private Claim claimOnlyOne() {
        var claims = Await.success(queue.claimDue(10));
        assertThat(claims).hasSize(1);
        return claims.get(0);
    }

    private static void letPass(Duration time) throws SQLException {
        table.execute("UPDATE registration.registrations SET due_at = due_at - interval '%s'".formatted(time));
    }

    @Test
    void a_claimed_registration_is_not_claimed_again_before_its_lease_expires() throws SQLException {
        var registration = table.addPending(1).get(0);
        assertThat(claimOnlyOne().registration()).isEqualTo(registration);
        assertThat(Await.success(queue.claimDue(10))).isEmpty();
        assertThat(Await.success(queue.claim(List.of(registration)))).isEmpty();
        letPass(LEASE);
        assertThat(claimOnlyOne().registration()).isEqualTo(registration);
    }

    @Test
    void a_worker_that_renews_its_lease_keeps_its_claim() throws SQLException {
        table.addPending(1);
        var claim = claimOnlyOne();
        letPass(LEASE);
        Await.success(queue.renew(List.of(claim)));
        assertThat(Await.success(queue.claimDue(10))).isEmpty();
        letPass(LEASE);
        assertThat(claimOnlyOne().fencingToken()).isGreaterThan(claim.fencingToken());
    }

    @Test
    void workers_that_claim_concurrently_get_different_registrations() throws SQLException {
        table.addPending(200);
        var batches = Await.success(Future.all(IntStream.range(0, 20)
                        .mapToObj(worker -> queue.claimDue(10))
                        .toList()))
                .<List<Claim>>list();
        var claimed =
                batches.stream().flatMap(List::stream).map(Claim::registration).toList();
        assertThat(new HashSet<>(claimed)).hasSameSizeAs(claimed);
        assertThat(claimed.size() + Await.success(queue.claimDue(200)).size()).isEqualTo(200);
    }

    @Test
    void enrollments_that_are_settled_together_keep_their_own_traces() throws SQLException {
        var registrations = table.addPending(2);
        for (var registration : registrations) {
            table.execute("UPDATE registration.registrations SET traceparent = '%s' WHERE id = '%s'"
                    .formatted(traceOf(registration), registration));
        }
        var claims = Await.success(queue.claimDue(10));
        assertThat(claims)
                .hasSize(2)
                .allSatisfy(claim ->
                        assertThat(claim.trace()).hasToString("Optional[%s]".formatted(traceOf(claim.registration()))));
        Await.success(queue.settle(claims.stream()
                .map(claim -> new Settled(claim, EnrollmentState.CONFIRMED, null))
                .toList()));
        for (var registration : registrations) {
            assertThat(table.traceOf(registration)).isEqualTo(traceOf(registration));
        }
    }

    private static String traceOf(UUID registration) {
        return "00-%s-5b6a798897a6b5c4-01".formatted(registration.toString().replace("-", ""));
    }

    /** The operations of a worker on a claim. */
    static Stream<BiFunction<EnrollmentQueue, Claim, Future<?>>> operations() {
        return Stream.of(
                (queue, claim) -> queue.settle(List.of(new Settled(claim, EnrollmentState.CONFIRMED, null))),
                (queue, claim) -> queue.putOff(claim, Duration.ofHours(1), "Later.", true, false),
                (queue, claim) -> queue.putOff(claim, Duration.ofHours(1), "Later.", false, false),
                (queue, claim) -> queue.abandon(claim, "Never."),
                (queue, claim) -> queue.renew(List.of(claim)),
                (queue, claim) -> queue.handBack(List.of(claim)));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_stale_claim_has_no_effect(BiFunction<EnrollmentQueue, Claim, Future<?>> operation) throws SQLException {
        var registration = table.addPending(1).get(0);
        var stale = claimOnlyOne();
        letPass(LEASE);
        var current = claimOnlyOne();
        letPass(LEASE);
        var before = table.allOf(registration);
        Await.success(operation.apply(queue, stale));
        assertThat(table.allOf(registration)).isEqualTo(before);
        Await.success(queue.settle(List.of(new Settled(current, EnrollmentState.CONFIRMED, null))));
        assertThat(table.enrollmentOf(registration)).isEqualTo("confirmed");
    }

    @Test
    void a_stale_outcome_has_no_effect_on_the_current_one_that_is_stored_with_it() throws SQLException {
        table.addPending(20);
        var stale = Await.success(queue.claimDue(20));
        letPass(LEASE);
        var current = Await.success(queue.claimDue(20));
        var rejections = stale.stream().map(claim -> new Settled(claim, EnrollmentState.REQUESTED, "Too late."));
        var confirmations = current.stream().map(claim -> new Settled(claim, EnrollmentState.CONFIRMED, null));
        var stored = Await.success(
                queue.settle(Stream.concat(rejections, confirmations).toList()));
        assertThat(stored.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, ended -> ended.getValue().fencingToken())))
                .isEqualTo(current.stream().collect(Collectors.toMap(Claim::registration, Claim::fencingToken)));
        for (var claim : current) {
            assertThat(table.enrollmentOf(claim.registration())).isEqualTo("confirmed");
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_claim_has_no_effect_after_the_enrollment_was_requested_again(
            BiFunction<EnrollmentQueue, Claim, Future<?>> operation) throws SQLException {
        var registration = table.addPending(1).get(0);
        var stale = claimOnlyOne();
        table.execute("UPDATE registration.registrations SET enrollment = 'pending'");
        Await.success(operation.apply(queue, stale));
        expectPendingAndDue(registration);
    }

    @Test
    void a_rejected_change_is_reverted_whichever_worker_stores_the_rejection() throws SQLException {
        var registration = table.addPending(1).get(0);
        Await.success(queue.settle(List.of(new Settled(claimOnlyOne(), EnrollmentState.CONFIRMED, null))));
        var before = table.rowOf(registration);
        table.execute("UPDATE registration.registrations SET uni = 'other', enrollment = 'pending'");
        var stale = claimOnlyOne();
        letPass(LEASE);
        var current = claimOnlyOne();
        Await.success(queue.settle(List.of(new Settled(current, EnrollmentState.REQUESTED, "The course is full."))));
        Await.success(queue.settle(List.of(new Settled(stale, EnrollmentState.CONFIRMED, null))));
        assertThat(table.rowOf(registration)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_claim_has_no_effect_after_its_rejection_has_made_the_registration_pending_again(
            BiFunction<EnrollmentQueue, Claim, Future<?>> operation) throws SQLException {
        var registration = table.addPending(1).get(0);
        var before = table.rowOf(registration);
        table.execute("UPDATE registration.registrations SET uni = 'other', enrollment = 'pending'");
        var rejected = claimOnlyOne();
        Await.success(queue.settle(List.of(new Settled(rejected, EnrollmentState.REQUESTED, "The course is full."))));
        Await.success(operation.apply(queue, rejected));
        assertThat(table.rowOf(registration)).isEqualTo(before);
        expectPendingAndDue(registration);
    }

    private void expectPendingAndDue(UUID registration) throws SQLException {
        assertThat(table.enrollmentOf(registration)).isEqualTo("pending");
        assertThat(claimOnlyOne().registration()).isEqualTo(registration);
    }

    @Test
    void each_claim_counts_as_an_attempt_unless_it_was_handed_back_or_put_off_without_counting() throws SQLException {
        table.addPending(1);
        var first = claimOnlyOne();
        Await.success(queue.putOff(first, Duration.ZERO, "There is no decider.", false, false));
        var second = claimOnlyOne();
        Await.success(queue.putOff(second, Duration.ZERO, "Later.", true, false));
        var third = claimOnlyOne();
        Await.success(queue.handBack(List.of(third)));
        var claims = List.of(first, second, third, claimOnlyOne());
        assertThat(claims).extracting(Claim::attempt).containsExactly(1, 2, 3, 4);
        assertThat(claims).extracting(Claim::countedAttempts).containsExactly(1, 1, 2, 2);
    }

    private String planOf(String sql, Tuple arguments) {
        List<String> plan = new ArrayList<>();
        Await.success(database.run(new Statement("EXPLAIN " + sql, arguments)))
                .forEach(row -> plan.add(row.getString(0)));
        return String.join("\n", plan);
    }

    @Test
    void a_poll_reads_only_due_registrations_from_an_index() throws SQLException {
        table.addPending(5_000);
        table.execute("UPDATE registration.registrations SET due_at = now() + interval '1 h'");
        table.execute("ANALYZE registration.registrations");
        assertThat(planOf(EnrollmentQueue.CLAIM_DUE, Tuple.of(1.0, 100))).contains("Index Cond: (due_at <= now())");
    }

    @Test
    void a_message_finds_its_registration_by_the_primary_key() throws SQLException {
        var named = table.addPending(5_000).subList(0, 10).toArray(UUID[]::new);
        table.execute("ANALYZE registration.registrations");
        assertThat(planOf(EnrollmentQueue.CLAIM_NAMED, Tuple.of(1.0).addArrayOfUUID(named)))
                .contains("registrations_pkey")
                .doesNotContain("registrations_due_idx");
    }

    /** The operations that give a claim back. */
    static Stream<BiFunction<EnrollmentQueue, Claim, Future<?>>> returns() {
        return Stream.of(
                (queue, claim) -> queue.putOff(claim, Duration.ZERO, "Later.", true, false),
                (queue, claim) -> queue.handBack(List.of(claim)));
    }

    @ParameterizedTest
    @MethodSource("returns")
    void a_claim_that_was_given_back_is_not_held_any_more(BiFunction<EnrollmentQueue, Claim, Future<?>> returned)
            throws SQLException {
        table.addPending(1);
        var claim = claimOnlyOne();
        Await.success(returned.apply(queue, claim));
        Await.success(queue.renew(List.of(claim)));
        assertThat(claimOnlyOne().attempt()).isEqualTo(2);
    }

    @Test
    void a_registration_that_was_put_off_is_due_after_its_wait() throws SQLException {
        table.addPending(1);
        Await.success(queue.putOff(claimOnlyOne(), Duration.ofHours(1), "Later.", true, false));
        letPass(Duration.ofMinutes(59));
        assertThat(Await.success(queue.claimDue(10))).isEmpty();
        letPass(Duration.ofMinutes(1));
        assertThat(claimOnlyOne().attempt()).isEqualTo(2);
    }

    @Test
    void an_abandoned_registration_is_not_claimed_until_it_is_requested_again() throws SQLException {
        table.addPending(1);
        Await.success(queue.abandon(claimOnlyOne(), "Never."));
        letPass(LEASE);
        assertThat(Await.success(queue.claimDue(10))).isEmpty();
        table.execute("UPDATE registration.registrations SET enrollment = 'pending'");
        assertThat(claimOnlyOne().attempt()).isEqualTo(1);
    }
}
