package dev.registrar.gateway.events;

import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that prefers to wait gets the next events as soon as there are any. */
@ExtendWith(ServiceExtension.class)
class LongPollingTest {

    @Proves("RFC 7240, 4.3")
    @Test
    void a_request_that_waits_is_answered_at_once_when_an_event_arrives(Service service) {
        var start =
                EventPages.fromNowOn(service.reader(), "&filter[type]=courses").next();
        var response = CompletableFuture.supplyAsync(
                () -> service.reader().withHeader("Prefer", "wait=600").get(start));
        var id = service.newCourse();
        var page = response.join().expectStatus(200).expectHeader("Preference-Applied", "wait=20");
        assertThat(page.each("/relationships/subject/data/id")).containsExactly(id);
    }

    @Test
    void a_request_that_waits_in_vain_gets_an_empty_page_and_misses_nothing(Service service) {
        var reader = service.gateway("http", new JsonObject().put("max-event-wait", "150 ms"))
                .withCredentials("reader", "reader");
        var start = EventPages.fromNowOn(reader, "&filter[type]=registrations").next();
        var begun = System.nanoTime();
        var page = reader.withHeader("Prefer", "wait=3").get(start).expectStatus(200);
        assertThat(page.at("/data")).isEmpty();
        assertThat(page.at("/meta/has_more").asBoolean()).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
    }

    @Test
    void a_request_that_does_not_wait_or_whose_events_are_stored_already_is_answered_immediately(Service service) {
        var events = EventPages.fromNowOn(service.reader(), "&filter[type]=courses");
        var start = events.next();
        assertThat(service.reader().withHeader("Prefer", "wait=0").get(start).at("/data"))
                .isEmpty();
        service.newCourse();
        events.await(1);
        var page = service.reader().withHeader("Prefer", "wait=600").get(start);
        assertThat(page.at("/data")).hasSize(1);
    }

    @Test
    void a_request_that_waits_gets_401_instead_of_events_after_the_end_of_its_session(Service service) {
        var gateway = service.gateway("http", new JsonObject().put("max-followers", 1));
        var reader = gateway.withCredentials("reader", "reader");
        var opened = open(reader);
        var start = EventPages.fromNowOn(reader, "&filter[type]=courses").next();
        var response = CompletableFuture.supplyAsync(
                () -> browser(gateway, opened).withHeader("Prefer", "wait=600").get(start));
        var stream = reader.withHeader("Accept", "text/event-stream");
        Await.until("it waits", () -> stream.head(start).status() == 503);
        script(gateway, opened).delete(SESSIONS).expectStatus(204);
        service.newCourse();
        response.join().expectStatus(401).expectError("unauthenticated", "header", "Cookie");
    }

    @Test
    void requests_that_all_wait_at_once_read_one_after_the_other_instead_of_being_rejected(Service service) {
        var reader = service.gateway(
                        "http", new JsonObject().put("max-in-flight", 1).put("max-event-wait", "200 ms"))
                .withCredentials("reader", "reader");
        var start = EventPages.fromNowOn(reader, "&filter[type]=registrations").next();
        InParallel.forEach(
                Collections.nCopies(24, start),
                url -> reader.withHeader("Prefer", "wait=5").get(url).expectStatus(200));
    }

    @Test
    void a_gateway_that_stops_answers_requests_that_wait(Service service) {
        var gateway = new GatewayVerticle();
        var deployment = Await.success(service.vertx()
                .deployVerticle(
                        gateway, new DeploymentOptions().setConfig(Service.configuration(service.databaseUri()))));
        var reader = Client.of("http://127.0.0.1:" + gateway.port()).withCredentials("reader", "reader");
        var start = EventPages.fromNowOn(reader, "&filter[type]=registrations").next();
        var response = CompletableFuture.supplyAsync(
                () -> reader.withHeader("Prefer", "wait=600").get(start));
        // Its first read is done when another request of the same connection limit has been answered.
        reader.get(start).expectStatus(200);
        Await.success(service.vertx().undeploy(deployment));
        assertThat(response.join().expectStatus(200).at("/data")).isEmpty();
    }
}
