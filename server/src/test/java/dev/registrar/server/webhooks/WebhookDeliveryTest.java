package dev.registrar.server.webhooks;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver.Delivery;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events reach the endpoints of webhooks: signed, at least once, and for each resource in order. */
class WebhookDeliveryTest {
    private static final String OLD_KEY = "b2xkIGtleSBvZiB0aGUgbGlicmFyeSwgMjQgYnl0ZXM=";
    private static final String NEW_KEY = "bmV3IGtleSBvZiB0aGUgbGlicmFyeSwgMjQgYnl0ZXM=";

    private static Receiver library;
    private static Receiver slow;
    private static Receiver deletions;
    private static Service service;

    @BeforeAll
    static void a_service_with_three_endpoints() throws Exception {
        library = Receiver.start();
        slow = Receiver.start();
        deletions = Receiver.start();
        var both = "whsec_%s, whsec_%s".formatted(NEW_KEY, OLD_KEY);
        var sections = WebhookSection.sections(
                WebhookSection.endpoint("library", library).put("secrets", both),
                WebhookSection.endpoint("slow", slow),
                WebhookSection.endpoint("deletions", deletions).put("types", "dev.registrar.courses.deleted"));
        // Longer than any receiver waits: if others waited for one, they would not go on before it has responded.
        sections.getJsonObject("webhooks").put("timeout", "50 s");
        service = Service.start(sections);
    }

    @AfterAll
    static void stop() {
        service.close();
        List.of(library, slow, deletions).forEach(Receiver::close);
    }

    private static String newCourse(String name) {
        return service.admin().post("/v1/courses/", course(unique("WHK"), name)).id();
    }

    private static List<Delivery> accepted(Receiver receiver, String id, int number) {
        Await.until(
                "%s deliveries".formatted(number),
                () -> receiver.accepted("courses/" + id).size() >= number);
        return receiver.accepted("courses/" + id);
    }

    @Proves("Standard Webhooks")
    @Test
    void a_delivery_is_the_event_signed_with_each_secret() throws GeneralSecurityException {
        var delivery = accepted(library, newCourse("Botany"), 1).get(0);
        assertThat(delivery.header("content-type")).isEqualTo("application/cloudevents+json");
        assertThat(delivery.header("webhook-id")).isEqualTo(delivery.event().getString("id"));
        assertThat(Long.parseLong(delivery.header("webhook-timestamp")))
                .isBetween(Instant.now().getEpochSecond() - 60, Instant.now().getEpochSecond() + 1);
        assertThat(delivery.header("webhook-signature"))
                .isEqualTo(delivery.signatureBy(NEW_KEY) + " " + delivery.signatureBy(OLD_KEY));
        assertThat(delivery.event().getString("type")).isEqualTo("dev.registrar.courses.created");
        assertThat(delivery.courseName()).isEqualTo("Botany");
    }

    @Test
    void later_events_of_a_resource_wait_for_one_that_fails_and_other_resources_do_not() {
        var fail = new AtomicBoolean(true);
        library.reacting(event -> fail.get() && event.toString().contains("Zoology") ? Reaction.of(500) : Reaction.OK);
        var course = newCourse("Zoology 1");
        service.rename(course, "Zoology 2");
        service.rename(course, "Zoology 3");
        Await.until(
                "three attempts",
                () -> library.of("courses/" + course).stream()
                                .filter(delivery -> delivery.status() == 500)
                                .count()
                        >= 3);
        assertThat(accepted(library, newCourse("Physics"), 1)).hasSize(1);

        var attempts = library.of("courses/" + course).stream()
                .filter(delivery -> delivery.status() == 500)
                .toList();
        assertThat(attempts.stream().map(Delivery::courseName).distinct()).hasSize(1);
        assertThat(attempts.stream()
                        .map(delivery -> delivery.header("webhook-id"))
                        .distinct())
                .as("the id is the same in every attempt")
                .hasSize(1);
        fail.set(false);
        var received = accepted(library, course, 3);
        assertThat(received).extracting(Delivery::courseName).containsExactly("Zoology 1", "Zoology 2", "Zoology 3");
    }

    @Test
    void an_endpoint_that_does_not_respond_delays_no_other() {
        var open = new CountDownLatch(1);
        slow.reacting(event -> open.await(30, TimeUnit.SECONDS) ? Reaction.OK : Reaction.of(500));
        try {
            var courses = IntStream.range(0, 10)
                    .mapToObj(number -> newCourse("Course " + number))
                    .toList();
            courses.forEach(course -> assertThat(accepted(library, course, 1)).isNotEmpty());
            assertThat(courses)
                    .allSatisfy(
                            course -> assertThat(slow.of("courses/" + course)).isEmpty());
        } finally {
            open.countDown();
        }
    }

    @Test
    void an_endpoint_receives_only_the_events_of_its_types() {
        var course = newCourse("Alchemy");
        service.admin().delete("/v1/courses/%s/".formatted(course)).expectStatus(204);
        assertThat(accepted(deletions, course, 1))
                .extracting(delivery -> delivery.event().getString("type"))
                .containsExactly("dev.registrar.courses.deleted");
        assertThat(deletions.all())
                .extracting(delivery -> delivery.event().getString("type"))
                .containsOnly("dev.registrar.courses.deleted");
    }

    @Proves("Standard Webhooks")
    @Test
    void after_429_with_retry_after_an_endpoint_is_left_alone_for_that_time() {
        var first = new AtomicBoolean(true);
        library.reacting(event -> event.toString().contains("Patience") && first.getAndSet(false)
                ? new Reaction(429, Map.of("Retry-After", "1"))
                : Reaction.OK);
        var before = System.nanoTime();
        var course = newCourse("Patience");
        Await.until("the 429", () -> !library.of("courses/" + course).isEmpty());
        var other = newCourse("Later");
        accepted(library, course, 1);
        accepted(library, other, 1);
        assertThat(System.nanoTime() - before).isGreaterThan(TimeUnit.SECONDS.toNanos(1));
        assertThat(library.of("courses/" + course)).hasSize(2);
        assertThat(library.of("courses/" + other)).hasSize(1);
    }

    @Proves("Standard Webhooks")
    @Test
    void a_redirect_is_a_failure_and_is_not_followed() throws IOException {
        try (var elsewhere = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var location = "http://127.0.0.1:%s/".formatted(elsewhere.getLocalPort());
            var moved = new AtomicBoolean(true);
            // Other statuses are hardly ever followed after a POST.
            library.reacting(event -> moved.get() && event.toString().contains("Travel")
                    ? new Reaction(303, Map.of("Location", location))
                    : Reaction.OK);
            var course = newCourse("Travel");
            Await.until("two attempts", () -> library.of("courses/" + course).size() >= 2);
            moved.set(false);
            accepted(library, course, 1);
            elsewhere.setSoTimeout(1);
            assertThatThrownBy(elsewhere::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }
}
