package dev.registrar.gateway;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.gateway.testing.Documents.term;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What other verticles are told at registrar.events: CloudEvents 1.0, by plain JSON alone. */
@ExtendWith(ServiceExtension.class)
class EventsTest {
    private final Queue<JsonObject> heard = new ConcurrentLinkedQueue<>();
    private MessageConsumer<JsonObject> subscriber;

    @BeforeEach
    void subscribe(Service service) {
        subscriber = service.vertx().eventBus().consumer("registrar.events", event -> heard.add(event.body()));
    }

    @AfterEach
    void unsubscribe() {
        Await.success(subscriber.unregister());
    }

    private List<JsonObject> about(String subject) {
        return heard.stream()
                .filter(event -> event.getString("subject").equals(subject))
                .toList();
    }

    private List<String> typesOf(String subject) {
        return about(subject).stream().map(event -> event.getString("type")).toList();
    }

    private void awaitTypes(String subject, String... types) {
        Await.until("the events of " + subject, () -> about(subject).size() >= types.length);
        assertThat(typesOf(subject)).containsExactly(types);
    }

    @Test
    void every_change_of_a_course_and_its_terms_is_told_in_order(Service service) {
        var identifier = unique("EVT");
        var created = service.admin().post("/v1/courses/", course(identifier, "Logic"));
        var term = service.admin().post("/v1/course_terms/", term(unique("TERM"), created.id()));
        service.admin().patch(created.header("Location"), """
                {"data": {"type": "courses", "id": "%s", "attributes": {"course_name": "Ethics"}}}""".formatted(created.id()));
        service.admin().delete(created.header("Location")).expectStatus(204);

        awaitTypes(
                "courses/" + created.id(),
                "dev.registrar.courses.created",
                "dev.registrar.courses.updated",
                "dev.registrar.courses.deleted");
        awaitTypes(
                "course_terms/" + term.id(),
                "dev.registrar.course_terms.created",
                "dev.registrar.course_terms.deleted");
        var event = about("courses/" + created.id()).get(1);
        assertThat(event.getString("specversion")).isEqualTo("1.0");
        assertThat(event.getString("source")).isEqualTo("/registrar/course");
        assertThat(event.getString("datacontenttype")).isEqualTo("application/vnd.api+json");
        var resource = event.getJsonObject("data").getJsonObject("data");
        assertThat(resource.getString("type")).isEqualTo("courses");
        assertThat(resource.getJsonObject("attributes").getString("course_name"))
                .isEqualTo("Ethics");
        assertThat(about("course_terms/" + term.id())
                        .get(0)
                        .getJsonObject("data")
                        .getJsonObject("data")
                        .getJsonObject("relationships"))
                .isEqualTo(new JsonObject()
                        .put(
                                "course",
                                new JsonObject()
                                        .put(
                                                "data",
                                                new JsonObject()
                                                        .put("type", "courses")
                                                        .put("id", created.id()))));
    }

    @Test
    void a_registration_is_told_when_it_is_made_and_when_it_is_confirmed_and_nothing_between(Service service) {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("EVT"), "Logic"))
                .id();
        var created = service.admin()
                .post("/v1/registrations/", registration(unique("uni"), courseId))
                .expectStatus(201);
        var subject = "registrations/" + created.id();
        awaitTypes(subject, "dev.registrar.registrations.created", "dev.registrar.registrations.updated");
        assertThat(about(subject))
                .extracting(event -> event.getJsonObject("data")
                        .getJsonObject("data")
                        .getJsonObject("attributes")
                        .getString("enrollment"))
                .containsExactly("pending", "confirmed");
        assertThat(about(subject)
                        .get(0)
                        .getJsonObject("data")
                        .getJsonObject("data")
                        .getJsonObject("attributes")
                        .fieldNames())
                .containsExactlyInAnyOrder("uni", "enrollment");
    }

    @Test
    void what_was_refused_is_not_told(Service service) {
        var identifier = unique("EVT");
        service.admin().post("/v1/courses/", course(identifier, "Logic")).expectStatus(201);
        service.admin().post("/v1/courses/", course(identifier, "Logic")).expectStatus(409);
        var last = service.admin().post("/v1/courses/", course(unique("EVT"), "Last"));
        awaitTypes("courses/" + last.id(), "dev.registrar.courses.created");
        assertThat(heard)
                .filteredOn(event -> event.encode().contains(identifier))
                .hasSize(1);
    }

    @Test
    void a_subscriber_that_was_away_reads_what_it_missed(Service service) {
        var before = service.admin().post("/v1/courses/", course(unique("EVT"), "Before"));
        awaitTypes("courses/" + before.id(), "dev.registrar.courses.created");
        var position = about("courses/" + before.id()).get(0).getString("sequence");
        var missed = service.admin().post("/v1/courses/", course(unique("EVT"), "Missed"));
        awaitTypes("courses/" + missed.id(), "dev.registrar.courses.created");

        var replayed = Await.success(service.vertx()
                        .eventBus()
                        .<JsonObject>request("registrar.events.course", new JsonObject().put("after", position)))
                .body()
                .getJsonArray("events");
        assertThat(replayed).isEqualTo(new JsonArray(about("courses/" + missed.id())));
    }
}
