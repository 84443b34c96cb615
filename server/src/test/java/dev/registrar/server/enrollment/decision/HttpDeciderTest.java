package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.LATER;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.Receiver.Delivery;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a registration becomes when a program decides over HTTP. */
class HttpDeciderTest {
    private static final String NEW_KEY = "bmV3IHNlY3JldCBvZiB0aGUgc2VhdHMgcHJvZ3JhbQ==";
    private static final String OLD_KEY = "b2xkIHNlY3JldCBvZiB0aGUgc2VhdHMgcHJvZ3JhbQ==";
    private static final int CONCURRENCY = 3;
    private static final Duration DECISION_TIME = Duration.ofMillis(350);
    private static final String NO_DECISION = "No decision has been made yet: ";

    @AutoClose
    private static Receiver decider;

    @AutoClose
    private static DecidedService enrollment;

    /** Attempts without a decision count at once, as if other registrations had been decided just before. */
    @BeforeAll
    static void a_service_that_asks_a_server() throws Exception {
        decider = Receiver.start();
        enrollment = DecidedService.startAsking(
                decider.url(),
                "whsec_%s, whsec_%s".formatted(NEW_KEY, OLD_KEY),
                new JsonObject()
                        .put("decider-concurrency", CONCURRENCY)
                        .put("decision-timeout", "1600 ms")
                        .put("poll-interval", "30 ms")
                        .put("retry-delay", "40 ms")
                        .put("retry-cap", "90 ms")
                        .put("outage-timeout", "0 s")
                        .put("max-attempts", 4));
    }

    @BeforeEach
    void it_confirms() {
        decider.reacting(question -> Reaction.json(CONFIRM.encode()));
    }

    private static List<Delivery> questionsAbout(String registration) {
        return decider.all().stream()
                .filter(question -> question.event().getString("registration").equals(registration))
                .toList();
    }

    private static void expectReason(Response registration, String reason) {
        Await.until(
                "the reason is: " + reason,
                () -> enrollment
                        .read(registration)
                        .at("/data/meta/enrollment/reason")
                        .asText()
                        .equals(reason));
    }

    /** Expects that the attempts do not count: there are more of them than the maximum, and then the registration is confirmed. */
    private static void expectThatNothingCounts(Response accepted) {
        Await.until(
                "there are more attempts than the maximum",
                () -> questionsAbout(accepted.id()).size() > 6);
        assertThat(questionsAbout(accepted.id()))
                .extracting(question -> question.event().getInteger("attempt"))
                .containsOnly(1);
        decider.reacting(question -> Reaction.json(CONFIRM.encode()));
        enrollment.awaitState(accepted, "confirmed");
    }

    @Test
    void a_confirmation_is_201_and_the_question_is_that_of_the_bus() {
        var uni = unique("seat");
        var created = enrollment.register(uni).expectStatus(201).expect("/data/attributes/enrollment", "confirmed");
        var question = questionsAbout(created.id()).get(0);
        assertThat(question.event())
                .isEqualTo(new JsonObject()
                        .put("registration", created.id())
                        .put("uni", uni)
                        .put("course", enrollment.course())
                        .putNull("course_term")
                        .put("requested_at", created.text("/data/meta/requested_at"))
                        .put("caller", new JsonObject().put("name", "admin").put("bound", false))
                        .putNull("permit")
                        .put("attempt", 1));
        assertThat(question.header("content-type")).isEqualTo("application/json");
    }

    @Test
    void a_decision_later_never_counts() {
        decider.reacting(question -> Reaction.json(LATER.encode()));
        var accepted = enrollment.register(unique("queue")).expectStatus(202);
        expectReason(accepted, "Ask tomorrow.");
        expectThatNothingCounts(accepted);
    }

    @ParameterizedTest
    @CsvSource({"503, 7200", "429, 7200", "503, date"})
    void retry_after_is_the_decision_later_with_that_time(int status, String retryAfter) {
        var inTwoHours = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.now().plusSeconds(7_200).atOffset(ZoneOffset.UTC));
        decider.reacting(question ->
                new Reaction(status, Map.of("Retry-After", retryAfter.equals("date") ? inTwoHours : retryAfter), ""));
        var accepted = enrollment
                .register(unique("busy"))
                .expectStatus(202)
                .expect("/data/meta/enrollment/reason", "The enrollment cannot be decided yet.")
                .expect("/data/meta/enrollment/attempts", "0");
        assertThat(Sql.count(enrollment.service().databaseUri(), """
                registration.registrations
                WHERE id = '%s' AND due_at BETWEEN now() + interval '118 min' AND now() + interval '2 h'""".formatted(accepted.id())))
                .isEqualTo(1);
    }

    @Test
    void retry_after_that_is_over_never_counts() {
        decider.reacting(question -> new Reaction(503, Map.of("Retry-After", "0"), ""));
        expectThatNothingCounts(enrollment.register(unique("now")).expectStatus(202));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 404, 307})
    void a_wrong_configuration_never_counts_and_a_redirect_is_not_followed(int status) {
        decider.reacting(question -> new Reaction(status, Map.of("Location", "/elsewhere"), ""));
        var accepted = enrollment.register(unique("wrong")).expectStatus(202);
        expectReason(accepted, NO_DECISION + "there is no decider at present.");
        expectThatNothingCounts(accepted);
        assertThat(decider.all()).extracting(Delivery::path).containsOnly("/hooks");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 400, 204})
    void any_other_status_is_no_decision_and_counts(int status) {
        decider.reacting(question -> Reaction.of(status));
        var accepted = enrollment.register(unique("broken")).expectStatus(202);
        enrollment.awaitProcess(accepted, "abandoned");
        enrollment
                .read(accepted)
                .expect(
                        "/data/meta/enrollment/reason",
                        NO_DECISION + "the decider failed (status %s).".formatted(status))
                .expect("/data/meta/enrollment/attempts", "4");
        assertThat(questionsAbout(accepted.id())).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/json | {"decision": "perhaps"}  | "decision" must be "confirm", "reject" or "later"
            application/json | {"decision": "confirm"}} | it must be JSON
            application/json | null                     | it must be a JSON object
            text/plain       | {"decision": "confirm"}  | its Content-Type must be application/json
            """)
    void a_200_with_anything_else_is_an_invalid_decision_and_counts(String type, String body, String error) {
        decider.reacting(question -> new Reaction(200, Map.of("Content-Type", type), body));
        var accepted = enrollment.register(unique("invalid")).expectStatus(202);
        enrollment.awaitProcess(accepted, "abandoned");
        expectReason(accepted, NO_DECISION + "the reply of the decider is invalid: %s.".formatted(error));
    }

    @Test
    void a_json_type_with_a_parameter_is_json() {
        decider.reacting(question ->
                new Reaction(200, Map.of("Content-Type", "Application/JSON; charset=utf-8"), CONFIRM.encode()));
        enrollment.register(unique("charset")).expectStatus(201);
    }

    @Test
    void a_response_of_60_kib_is_read_and_one_of_65_kib_is_not() {
        decider.reacting(question -> Reaction.json(CONFIRM.encode() + " ".repeat(60 * 1024)));
        enrollment.register(unique("long")).expectStatus(201);
        decider.reacting(question -> Reaction.json(CONFIRM.encode() + " ".repeat(65 * 1024)));
        var accepted = enrollment.register(unique("longer")).expectStatus(202);
        expectReason(accepted, NO_DECISION + "the decider failed (its response is longer than 64 KiB).");
        enrollment.awaitProcess(accepted, "abandoned");
    }

    @Test
    void the_body_of_a_status_that_is_too_long_changes_nothing() {
        decider.reacting(question -> new Reaction(503, Map.of("Retry-After", "7200"), "x".repeat(200 * 1024)));
        enrollment
                .register(unique("verbose"))
                .expectStatus(202)
                .expect("/data/meta/enrollment/reason", "The enrollment cannot be decided yet.");
    }

    @Test
    void whoever_has_to_wait_for_a_turn_still_waits_for_the_decision() {
        var people =
                Stream.generate(() -> unique("burst")).limit(2 * CONCURRENCY).toList();
        InParallel.forEach(people, uni -> enrollment.register(uni).expectStatus(201));
    }

    @Test
    void each_question_is_signed_with_both_secrets() throws Exception {
        var created = enrollment.register(unique("Ünsigned")).expectStatus(201);
        var question = questionsAbout(created.id()).get(0);
        assertThat(question.header("webhook-signature").split(" "))
                .containsExactly(question.signatureBy(NEW_KEY), question.signatureBy(OLD_KEY));
        assertThat(Instant.ofEpochSecond(Long.parseLong(question.header("webhook-timestamp"))))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
    }

    private static List<String> idsAbout(Response registration) {
        return questionsAbout(registration.id()).stream()
                .map(question -> question.header("webhook-id"))
                .distinct()
                .toList();
    }

    @Test
    void the_id_is_the_same_in_all_attempts_of_a_request_and_another_one_when_it_is_requested_again() {
        decider.reacting(question -> Reaction.of(500));
        var accepted = enrollment.register(unique("again")).expectStatus(202);
        enrollment.awaitProcess(accepted, "abandoned");
        assertThat(questionsAbout(accepted.id())).hasSize(4);
        assertThat(idsAbout(accepted)).containsExactly(accepted.id() + "-1");
        decider.reacting(question -> Reaction.json(CONFIRM.encode()));
        enrollment.requestAgain(accepted).expectStatus(200);
        assertThat(idsAbout(accepted)).containsExactly(accepted.id() + "-1", accepted.id() + "-2");
    }

    /** All of them together take longer than one decision may take. */
    @Test
    void no_more_questions_than_allowed_are_in_progress_and_waiting_for_a_turn_uses_up_no_attempt() {
        var inProgress = new AtomicInteger();
        var most = new AtomicInteger();
        decider.reacting(question -> {
            most.accumulateAndGet(inProgress.incrementAndGet(), Math::max);
            LockSupport.parkNanos(DECISION_TIME.toNanos());
            inProgress.decrementAndGet();
            return Reaction.json(CONFIRM.encode());
        });
        Queue<Response> accepted = new ConcurrentLinkedQueue<>();
        InParallel.forEach(
                Stream.generate(() -> unique("crowd")).limit(19).toList(),
                uni -> accepted.add(enrollment.registerLater(uni)));
        accepted.forEach(registration -> enrollment.awaitState(registration, "confirmed"));
        assertThat(most).hasValue(CONCURRENCY);
        assertThat(accepted)
                .allSatisfy(registration -> assertThat(questionsAbout(registration.id()))
                        .singleElement()
                        .extracting(question -> question.event().getInteger("attempt"))
                        .isEqualTo(1));
    }
}
