package dev.registrar.server.webhooks;

import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node learns under a claim that another worker has had since is not stored. */
class WebhookFencingTest {
    private static final Reaction BUSY = new Reaction(429, Map.of("Retry-After", "3600"));

    private final Map<String, Receiver> receivers = new HashMap<>();
    private final CountDownLatch claimsLost = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private Service service;

    @AutoClose
    private RecordedLog log;

    @BeforeEach
    void a_service_whose_endpoints_respond_when_its_claims_are_lost() throws Exception {
        log = RecordedLog.start(this);
        respond("delivered", Reaction.OK);
        respond("gone", Reaction.of(410));
        respond("busy", BUSY);
        respond("delivered-again", Reaction.of(500), Reaction.OK);
        respond("given-up", Reaction.of(500), Reaction.of(500));
        var sections = WebhookSection.sections(receivers.entrySet().stream()
                .map(receiver -> WebhookSection.endpoint(receiver.getKey(), receiver.getValue()))
                .toArray(JsonObject[]::new));
        sections.getJsonObject("webhooks").put("give-up-after", "1 ms");
        service = Service.start(sections);
    }

    @AfterEach
    void stop() {
        service.close();
        receivers.values().forEach(Receiver::close);
    }

    /** The last of these reactions waits until the claim is lost; further ones accept the event. */
    private void respond(String name, Reaction... reactions) throws Exception {
        var attempts = new AtomicInteger();
        receivers.put(name, Receiver.start().reacting(event -> {
            var attempt = attempts.getAndIncrement();
            if (attempt >= reactions.length) {
                return Reaction.OK;
            }
            if (attempt == reactions.length - 1) {
                waiting.incrementAndGet();
                assertThat(claimsLost.await(10, TimeUnit.SECONDS)).isTrue();
            }
            return reactions[attempt];
        }));
    }

    /** Other workers claim all endpoints, and are lost at once. */
    private void loseClaims() throws SQLException {
        Sql.execute(service.databaseUri(), """
                UPDATE course.webhook_endpoints
                SET worker = gen_random_uuid(), claim = claim + 1, leased_until = '-infinity'""");
    }

    @Test
    void a_result_that_arrives_after_another_worker_had_the_claim_is_not_stored_and_the_event_is_delivered_again()
            throws SQLException {
        var course = "courses/" + service.newCourse();
        Await.until("each endpoint is about to respond", () -> waiting.get() == receivers.size());
        loseClaims();
        Await.until(
                "the node has all claims again",
                () -> Sql.read(service.databaseUri(), "SELECT name FROM course.webhook_endpoints WHERE claim = 3")
                                .size()
                        == receivers.size());
        claimsLost.countDown();
        receivers.forEach((name, receiver) -> Await.until(
                "%s receives the event again".formatted(name),
                () -> receiver.of(course).size() > (name.matches("delivered-again|given-up") ? 2 : 1)));
        Await.until(
                "nothing waits",
                () -> Sql.read(service.databaseUri(), "SELECT endpoint FROM course.webhook_deliveries")
                        .isEmpty());
        assertThat(Sql.read(service.databaseUri(), "SELECT name FROM course.webhook_endpoints WHERE given_up > 0"))
                .isEmpty();
        assertThat(log.warnings("is given up")).isEmpty();
    }
}
