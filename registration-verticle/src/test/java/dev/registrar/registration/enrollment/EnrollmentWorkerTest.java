package dev.registrar.registration.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests which registrations a worker claims, and when it replies to messages. */
@ExtendWith(VertxExtension.class)
class EnrollmentWorkerTest {
    private static final int CAPACITY = 200;
    private static final int DECISION_DELAY_MS = 300;
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final JsonObject CONFIRM = new JsonObject().put("decision", "confirm");

    @AutoClose
    private static RegistrationTable table;

    private final Queue<Message<JsonObject>> asked = new ConcurrentLinkedQueue<>();

    /** Those that the test has not read yet. */
    private final BlockingQueue<Message<JsonObject>> undecided = new LinkedBlockingQueue<>();

    @BeforeAll
    static void a_table() throws SQLException {
        table = RegistrationTable.create();
    }

    @BeforeEach
    void an_empty_table() throws SQLException {
        table.execute("DELETE FROM registration.registrations");
    }

    /** A worker waits for decisions when it stops. */
    @AfterEach
    void all_enrollments_are_decided() {
        asked.forEach(message -> message.reply(CONFIRM));
    }

    /** Deploys a worker whose decisions the test makes. */
    private void deployWorker(Vertx vertx, String pollInterval) {
        deployWorkers(vertx, 1, pollInterval, "10 min");
        vertx.eventBus().<JsonObject>consumer("registrar.enrollment.decide", message -> {
            asked.add(message);
            undecided.add(message);
        });
    }

    private static void deployWorkers(Vertx vertx, int instances, String pollInterval, String lease) {
        var settings = new JsonObject("""
                {"max-attempts": 10, "outage-timeout": "24 h", "course-term": "optional", "decider": "bus", "decider-url": "",
                 "decider-secrets": "", "decider-allow-http": false, "decider-ca": "", "decider-concurrency": 5,
                 "poll-interval": "%s", "lease": "%s"}""".formatted(pollInterval, lease));
        var configuration = table.configuration().mergeIn(new JsonObject().put("enrollment", settings), true);
        Await.success(vertx.deployVerticle(
                () -> new EnrollmentWorker(),
                new DeploymentOptions().setConfig(configuration).setInstances(instances)));
    }

    private Message<JsonObject> nextUndecided() throws InterruptedException {
        var next = undecided.poll(1, TimeUnit.MINUTES);
        assertThat(next).as("The next enrollment to be decided").isNotNull();
        return next;
    }

    private static Future<Void> notifyWorker(Vertx vertx, UUID registration) {
        return vertx.eventBus()
                .request("registrar.enrollment", registration.toString(), new DeliveryOptions().setSendTimeout(60_000))
                .mapEmpty();
    }

    @Test
    void the_reply_is_sent_when_the_enrollment_is_decided(Vertx vertx) throws Exception {
        deployWorker(vertx, "1 h");
        var registration = table.addPending(1).get(0);
        var done = notifyWorker(vertx, registration);
        var request = nextUndecided();
        assertThat(done.isComplete()).isFalse();
        request.reply(CONFIRM);
        Await.success(done);
        assertThat(table.enrollmentOf(registration)).isEqualTo("confirmed");
    }

    @Test
    void a_message_about_a_registration_that_the_poll_claimed_waits_for_the_same_decision(Vertx vertx)
            throws Exception {
        deployWorker(vertx, "20 ms");
        var registration = table.addPending(1).get(0);
        var request = nextUndecided();
        var done = notifyWorker(vertx, registration);
        vertx.setTimer(DECISION_DELAY_MS, decided -> request.reply(CONFIRM));
        Await.success(done);
        assertThat(table.enrollmentOf(registration)).isEqualTo("confirmed");
    }

    @Test
    void a_message_waits_for_the_decision_even_if_an_earlier_one_found_the_registration_claimed_by_another_worker(
            Vertx vertx) throws Exception {
        deployWorker(vertx, "1 h");
        var registration = table.addClaimed(LEASE).registration();
        var earlier = notifyWorker(vertx, registration);
        vertx.eventBus().send("registrar.enrollment", table.addPending(1).get(0).toString());
        nextUndecided().reply(CONFIRM);
        table.execute(
                "UPDATE registration.registrations SET enrollment = 'pending' WHERE id = '%s'".formatted(registration));
        var done = notifyWorker(vertx, registration);
        var request = nextUndecided();
        Await.success(earlier);
        assertThat(done.isComplete()).isFalse();
        request.reply(CONFIRM);
        Await.success(done);
        assertThat(table.enrollmentOf(registration)).isEqualTo("confirmed");
    }

    @Test
    void a_message_that_arrives_during_an_attempt_is_taken_for_one_about_a_request_after_it(Vertx vertx)
            throws Exception {
        deployWorker(vertx, "1 h");
        var registration = table.addPending(1).get(0);
        vertx.eventBus().send("registrar.enrollment", registration.toString());
        var first = nextUndecided();
        vertx.eventBus().send("registrar.enrollment", registration.toString());
        table.requestAgainWhenConfirmed();
        try {
            first.reply(CONFIRM);
            nextUndecided().reply(CONFIRM);
        } finally {
            table.execute("DROP FUNCTION registration.request_again CASCADE");
        }
    }

    /** Adds registrations, and returns the last message about one that a worker at capacity asks the decider about. */
    private Message<JsonObject> lastOfPending(int registrations, Vertx vertx) throws InterruptedException {
        table.addPending(registrations)
                .forEach(registration -> vertx.eventBus().send("registrar.enrollment", registration.toString()));
        for (var claimed = 1; claimed < CAPACITY; claimed++) {
            assertThat(nextUndecided()).isNotNull();
        }
        return nextUndecided();
    }

    @Test
    void a_worker_at_capacity_claims_the_next_registration_as_soon_as_an_attempt_ends(Vertx vertx) throws Exception {
        deployWorker(vertx, "1 h");
        lastOfPending(CAPACITY + 1, vertx).reply(CONFIRM);
        assertThat(nextUndecided()).isNotNull();
    }

    private static LocalWorker localWorker(Vertx vertx) {
        return LocalWorker.withRoom(vertx).orElseThrow();
    }

    @Test
    void a_registration_that_was_created_with_a_claim_is_decided_without_another_claim(Vertx vertx) throws Exception {
        deployWorker(vertx, "20 ms");
        var claim = table.addClaimed(LEASE);
        var outcome = localWorker(vertx).acquire(claim);
        var request = nextUndecided();
        assertThat(request.body().getInteger("attempt")).isEqualTo(1);
        var polled = table.addPending(1).get(0);
        assertThat(nextUndecided().body().getString("registration")).isEqualTo(polled.toString());
        request.reply(CONFIRM);
        assertThat(Await.success(outcome).outcome()).isEqualTo(AttemptOutcome.CONFIRMED);
        assertThat(table.enrollmentOf(claim.registration())).isEqualTo("confirmed");
        assertThat(undecided).isEmpty();
    }

    @Test
    void a_registration_is_claimed_again_when_the_claim_of_its_creation_expires(Vertx vertx) throws Exception {
        deployWorker(vertx, "20 ms");
        table.addClaimed(Duration.ofMillis(100));
        assertThat(nextUndecided().body().getInteger("attempt")).isEqualTo(2);
    }

    @Test
    void the_claim_of_a_creation_confirms_nothing_after_the_enrollment_was_requested_again(Vertx vertx)
            throws Exception {
        deployWorker(vertx, "1 h");
        var outcome = localWorker(vertx).acquire(table.addClaimed(LEASE));
        var request = nextUndecided();
        table.execute("UPDATE registration.registrations SET enrollment = 'pending'");
        request.reply(CONFIRM);
        assertThat(Await.success(outcome).outcome()).isEqualTo(AttemptOutcome.SUPERSEDED);
    }

    @Test
    void a_worker_at_capacity_hands_a_claimed_registration_back(Vertx vertx) throws Exception {
        deployWorker(vertx, "1 h");
        var worker = localWorker(vertx);
        var last = lastOfPending(CAPACITY, vertx);
        assertThat(LocalWorker.withRoom(vertx)).isEmpty();
        var claim = table.addClaimed(LEASE);
        assertThat(worker.acquire(claim).toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES);
        last.reply(CONFIRM);
        assertThat(nextUndecided().body().getString("registration"))
                .isEqualTo(claim.registration().toString());
    }

    @Test
    void new_registrations_are_distributed_among_all_workers_of_a_node(Vertx vertx) throws Exception {
        deployWorker(vertx, "1 h");
        deployWorkers(vertx, 1, "1 h", "10 min");
        var first = localWorker(vertx);
        var outcome = first.acquire(table.addClaimed(LEASE));
        var request = nextUndecided();
        assertThat(localWorker(vertx)).isNotSameAs(first);
        request.reply(CONFIRM);
        assertThat(Await.success(outcome).outcome()).isEqualTo(AttemptOutcome.CONFIRMED);
    }

    @Test
    void renewing_leases_does_not_delay_decisions(Vertx vertx) throws Exception {
        deployWorkers(vertx, 1, "1 h", "100 ms");
        vertx.eventBus().<JsonObject>consumer("registrar.enrollment.decide", message -> message.reply(CONFIRM));
        for (var round = 0; round < 5; round++) {
            var registrations = table.addPending(300);
            Await.success(Future.all(registrations.stream()
                    .map(registration -> notifyWorker(vertx, registration))
                    .toList()));
            for (var registration : registrations) {
                assertThat(table.enrollmentOf(registration)).isEqualTo("confirmed");
            }
        }
    }

    @Test
    void a_message_that_is_not_an_id_is_rejected(Vertx vertx) {
        deployWorker(vertx, "1 h");
        var rejected = vertx.eventBus().request("registrar.enrollment", "the first one");
        assertThat(rejected.toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableThat()
                .withMessageContaining("id of a registration");
    }
}
