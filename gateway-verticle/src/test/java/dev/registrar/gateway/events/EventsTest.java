package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The events at {@code registrar.events}, as other verticles receive them: CloudEvents 1.0 in plain JSON. */
@ExtendWith(ServiceExtension.class)
class EventsTest {
    @AutoClose
    private EventSubscriber subscriber;

    @BeforeEach
    void subscribe(Service service) {
        subscriber = new EventSubscriber(service);
    }

    private List<JsonObject> about(String subject) {
        return subscriber.about(subject);
    }

    private static JsonObject resourceIn(JsonObject event) {
        return event.getJsonObject("data").getJsonObject("data");
    }

    private void awaitTypes(String subject, String... types) {
        assertThat(subscriber.await(subject, types)).hasSameSizeAs(types);
    }

    @Proves("CloudEvents 1.0")
    @Test
    void every_change_of_a_course_and_its_terms_publishes_an_event_in_order(Service service) {
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
        var resource = resourceIn(event);
        assertThat(resource.getString("type")).isEqualTo("courses");
        assertThat(resource.getJsonObject("attributes").getString("course_name"))
                .isEqualTo("Ethics");
        assertThat(resourceIn(about("course_terms/" + term.id()).get(0)).getJsonObject("relationships"))
                .isEqualTo(new JsonObject("""
                        {"course": {"data": {"type": "courses", "id": "%s"}}}""".formatted(created.id())));
    }

    @Test
    void an_event_contains_exactly_the_members_of_the_document(Service service) {
        var created = service.admin().post("/v1/courses/", course(unique("EVT"), "Logic"));
        var term = service.admin().post("/v1/course_terms/", term(unique("TERM"), created.id()));
        var registered = service.admin().post("/v1/registrations/", registration(unique("uni"), created.id()));
        for (var response : List.of(created, term, registered)) {
            var subject = response.text("/data/type") + "/" + response.id();
            Await.until("there is an event of " + subject, () -> !about(subject).isEmpty());
            var resource = resourceIn(about(subject).get(0));
            var document = (ObjectNode) response.at("/data");
            assertThat(resource.fieldNames())
                    .containsExactlyInAnyOrderElementsOf(document.without("links")::fieldNames);
            assertThat(resource.getJsonObject("attributes").fieldNames())
                    .containsExactlyInAnyOrderElementsOf(
                            () -> response.at("/data/attributes").fieldNames());
        }
    }

    private static void sendAsPortal(Service service, String address, String action, String id, JsonObject more) {
        var body = new JsonObject()
                .put("caller", Callers.unbound("portal", "update", "delete"))
                .mergeIn(more);
        var options = new DeliveryOptions().addHeader("action", action).addHeader("id", id);
        assertThat(Await.success(service.vertx().eventBus().request(address, body, options)))
                .isNotNull();
    }

    private void expectActors(String subject, String... actors) {
        Await.until("the events of " + subject, () -> about(subject).size() >= actors.length);
        assertThat(about(subject))
                .extracting(event -> event.getString("authtype") + " " + event.getString("authid"))
                .containsExactly(actors);
    }

    @Test
    void every_event_names_its_actor_also_when_a_term_is_deleted_with_its_course(Service service) {
        var course = service.admin().post("/v1/courses/", course(unique("EVT"), "Logic"));
        var term = service.admin().post("/v1/course_terms/", term(unique("TERM"), course.id()));
        var change = new JsonObject("""
                {"document": {"data": {"type": "courses", "id": "%s", "attributes": {"course_name": "Ethics"}}}}""".formatted(course.id()));
        sendAsPortal(service, "registrar.courses", "update", course.id(), change);
        sendAsPortal(service, "registrar.courses", "delete", course.id(), new JsonObject());
        expectActors("courses/" + course.id(), "user admin", "user portal", "user portal");
        expectActors("course_terms/" + term.id(), "user admin", "user portal");
    }

    @Test
    void a_change_of_a_relationship_publishes_events_of_its_members_with_the_same_actor(Service service) {
        var course = service.admin().post("/v1/courses/", course(unique("EVT"), "Logic"));
        var term = service.admin().post("/v1/course_terms/", term(unique("TERM"), course.id()));
        var otherTerm = service.admin().post("/v1/course_terms/", term(unique("TERM"), course.id()));
        var change = new JsonObject("""
                {"document": {"data": {"type": "courses", "id": "%s", "relationships":
                  {"course_terms": {"data": [{"type": "course_terms", "id": "%s"}]}}}}}""".formatted(course.id(), term.id()));
        sendAsPortal(service, "registrar.courses", "update", course.id(), change);
        expectActors("course_terms/" + otherTerm.id(), "user admin", "user portal");
    }

    @Test
    void the_actor_of_a_change_made_directly_in_the_database_is_unknown(Service service) throws SQLException {
        var course = service.admin().post("/v1/courses/", course(unique("EVT"), "Logic"));
        Sql.execute(
                service.databaseUri(),
                "UPDATE course.courses SET course_name = 'Ethics' WHERE id = '%s'".formatted(course.id()));
        expectActors("courses/" + course.id(), "user admin", "unknown null");
        assertThat(about("courses/" + course.id()).get(1).containsKey("authid")).isFalse();
    }

    @Test
    void a_rejected_request_publishes_no_event(Service service) {
        var identifier = unique("EVT");
        service.admin().post("/v1/courses/", course(identifier, "Logic")).expectStatus(201);
        service.admin().post("/v1/courses/", course(identifier, "Logic")).expectStatus(409);
        var last = service.admin().post("/v1/courses/", course(unique("EVT"), "Last"));
        awaitTypes("courses/" + last.id(), "dev.registrar.courses.created");
        assertThat(subscriber.events())
                .filteredOn(event -> event.encode().contains(identifier))
                .hasSize(1);
    }
}
