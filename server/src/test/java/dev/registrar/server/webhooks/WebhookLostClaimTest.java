package dev.registrar.server.webhooks;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.platform.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.Sql;
import dev.registrar.server.webhooks.Receiver.Reaction;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker that finds out by the result of a delivery that another one has had its claim stops delivering. */
class WebhookLostClaimTest {
    private static final int FIRST_WITHOUT_CLAIM = 2;

    /** Another worker claims the endpoint, and is lost at once. */
    private static void loseClaim(Service service) {
        try {
            Sql.execute(service.databaseUri(), """
                    UPDATE course.webhook_endpoints
                    SET worker = gen_random_uuid(), claim = claim + 1, leased_until = '-infinity'
                    """);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** The node notices by itself that it has lost its claim only when it renews its lease, after two seconds. */
    @ParameterizedTest
    @ValueSource(ints = {204, 500})
    void an_event_whose_result_is_not_stored_is_not_delivered_again_before_the_endpoint_is_claimed_again(int status)
            throws Exception {
        try (var receiver = Receiver.start()) {
            var sections = WebhookSection.sections(WebhookSection.endpoint("library", receiver));
            sections.getJsonObject("webhooks")
                    .put("lease", "6 s")
                    .put("retry-delay", "1 ms")
                    .put("retry-cap", "1 ms");
            try (var service = Service.start(sections)) {
                var attempts = new AtomicInteger();
                var course = unique("LOST");
                receiver.reacting(event -> {
                    if (!event.toString().contains(course)) {
                        return Reaction.OK;
                    }
                    var attempt = attempts.incrementAndGet();
                    if (attempt == FIRST_WITHOUT_CLAIM) {
                        loseClaim(service);
                        return Reaction.of(status);
                    }
                    return Reaction.of(attempt == 1 ? 500 : 204);
                });
                service.admin().post("/v1/courses/", course(course, "Fencing")).expectStatus(201);
                Await.until("the event is delivered again", () -> attempts.get() > FIRST_WITHOUT_CLAIM);
                Await.until("nothing waits", () -> Sql.count(service.databaseUri(), "course.webhook_deliveries") == 0);
                // One more if the lease was renewed while the claim was lost.
                assertThat(attempts.get()).isLessThanOrEqualTo(FIRST_WITHOUT_CLAIM + 2);
            }
        }
    }
}
