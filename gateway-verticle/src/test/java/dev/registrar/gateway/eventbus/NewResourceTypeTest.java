package dev.registrar.gateway.eventbus;

import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.eventbus.BusMessage;
import dev.registrar.gateway.testing.eventbus.EventSubscriber;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.ResourceVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A new resource type needs only a declaration and a migration; the engine derives everything else. */
@ExtendWith(ServiceExtension.class)
class NewResourceTypeTest {
    private static String deployment;

    @BeforeAll
    static void deploy_a_new_resource_type(Service service) {
        var configuration = Service.configuration(service.databaseUri());
        Await.success(new NodeDatabase(service.vertx(), configuration).migrate(List.of(Studios.SCHEMA)));
        deployment = Await.success(service.vertx()
                .deployVerticle(
                        new ResourceVerticle(Studios.SCHEMA), new DeploymentOptions().setConfig(configuration)));
    }

    @AfterAll
    static void stop(Service service) {
        Await.success(service.vertx().undeploy(deployment));
    }

    private static BusMessage message(Service service, String action, JsonObject more) {
        var body = new JsonObject("""
                {"caller": {"name": "portal"}, "base_url": "https://registrar.example.edu"}""").mergeIn(more);
        return BusMessage.to(service, "registrar.studios", body).withHeader("action", action);
    }

    private static BusMessage write(Service service, String action, String document) {
        return message(service, action, new JsonObject().put("document", new JsonObject(document)));
    }

    private static JsonObject create(Service service, String attributes, String relationships) {
        return resource(write(service, "create", """
                {"data": {"type": "studios", "attributes": %s, "relationships": %s}}""".formatted(attributes, relationships))
                .reply());
    }

    private static JsonObject read(Service service, Map<String, Object> query) {
        return document(
                message(service, "list", new JsonObject().put("query", query)).reply());
    }

    private static JsonObject document(Message<Buffer> reply) {
        return reply.body().toJsonObject();
    }

    private static JsonObject resource(Message<Buffer> reply) {
        return document(reply).getJsonObject("data");
    }

    private static List<Object> idsIn(JsonObject document, String member) {
        return document.getJsonArray(member).stream()
                .map(JsonObject.class::cast)
                .map(resource -> resource.getValue("id"))
                .toList();
    }

    @Test
    void resources_of_a_new_type_can_be_created_changed_read_and_deleted(Service service) {
        var name = unique("Hall ");
        var created = create(service, """
                {"studio_name": "%s", "seats": 30, "is_accessible": true, "open_since": "2031-04-01"}""".formatted(name), "{}");
        assertThat(created.getJsonObject("attributes")).isEqualTo(new JsonObject("""
                {"studio_name": "%s", "seats": 30, "is_accessible": true, "open_since": "2031-04-01", "open_until": null}""".formatted(name)));
        var id = created.getString("id");
        var changed = write(service, "update", """
                {"data": {"type": "studios", "id": "%s", "attributes": {"seats": 31}}}""".formatted(id)).withHeader("id", id);
        assertThat(resource(changed.reply()).getJsonObject("attributes").getInteger("seats"))
                .isEqualTo(31);
        assertThat(message(service, "delete", new JsonObject())
                        .withHeader("id", id)
                        .reply()
                        .headers()
                        .get("status"))
                .isEqualTo("204");
        message(service, "get", new JsonObject()).withHeader("id", id).expectErrors(404);
    }

    @Test
    void all_violations_of_the_declared_limits_are_reported(Service service) {
        write(service, "create", """
                {"data": {"type": "studios", "attributes":
                  {"seats": 0, "is_accessible": "yes", "open_since": "2032-01-02", "open_until": "2032-01-01"}}}""")
                .expectErrorsAt(
                        422,
                        "pointer /data/attributes",
                        "pointer /data/attributes/seats",
                        "pointer /data/attributes/is_accessible",
                        "pointer /data/attributes/open_until");
    }

    @Test
    void violations_of_database_constraints_are_reported_with_the_attribute(Service service) {
        var name = unique("Hall ");
        var id = create(
                        service,
                        "{\"studio_name\": \"%s\", \"seats\": 3, \"open_since\": \"2031-05-01\"}".formatted(name),
                        "{}")
                .getString("id");
        write(service, "create", """
                {"data": {"type": "studios", "attributes": {"studio_name": "%s", "seats": 3}}}""".formatted(name.toUpperCase(Locale.ROOT)))
                .expectErrorsAt(409, "pointer /data/attributes/studio_name");
        write(service, "update", """
                {"data": {"type": "studios", "id": "%s", "attributes": {"open_until": "2031-04-30"}}}""".formatted(id))
                .withHeader("id", id)
                .expectErrorsAt(422, "pointer /data/attributes/open_until");
    }

    @Test
    void a_collection_of_a_new_type_supports_filters_sorting_and_sparse_fieldsets(Service service) {
        var prefix = unique("Wing ");
        for (var seats : List.of(10, 30, 20)) {
            create(service, "{\"studio_name\": \"%s-%d\", \"seats\": %d}".formatted(prefix, seats, seats), "{}");
        }
        var page = read(
                service,
                Map.of(
                        "filter[studio_name.startswith]", prefix,
                        "filter[seats.gte]", "20",
                        "sort", "-seats",
                        "fields[studios]", "seats"));
        assertThat(page.getJsonArray("data").stream()
                        .map(JsonObject.class::cast)
                        .map(studio -> studio.getJsonObject("attributes")))
                .containsExactly(new JsonObject().put("seats", 30), new JsonObject().put("seats", 20));
    }

    @Test
    void related_resources_are_included_from_the_same_verticle_and_from_another(Service service) {
        var course = service.admin()
                .post("/v1/courses/", course(unique("STU"), "Painting"))
                .id();
        var main = create(service, "{\"studio_name\": \"%s\", \"seats\": 5}".formatted(unique("Main ")), """
                {"taught_course": {"data": {"type": "courses", "id": "%s"}}}""".formatted(
                                course))
                .getString("id");
        var annex = create(
                        service, "{\"studio_name\": \"%s\", \"seats\": 6}".formatted(unique("Annex ")), """
                {"main_studio": {"data": {"type": "studios", "id": "%s"}}}""".formatted(
                                        main))
                .getString("id");
        var page = read(service, Map.of("filter[annexes.id]", annex, "include", "annexes,taught_course"));
        assertThat(idsIn(page, "data")).containsExactly(main);
        assertThat(idsIn(page, "included")).containsExactlyInAnyOrder(annex, course);
        var related = message(service, "related", new JsonObject())
                .withHeader("id", annex)
                .withHeader("relationship", "main_studio");
        assertThat(resource(related.reply()).getString("id")).isEqualTo(main);
    }

    @Test
    void changes_of_a_new_type_publish_events_without_undeclared_columns(Service service) throws SQLException {
        try (var subscriber = new EventSubscriber(service)) {
            var id = create(service, "{\"studio_name\": \"%s\", \"seats\": 7}".formatted(unique("Hall ")), "{}")
                    .getString("id");
            try (var session = service.databaseSession();
                    var statement = session.createStatement()) {
                statement.execute("UPDATE campus.studios SET key_code = 'hidden-1' WHERE id = '%s'".formatted(id));
            }
            assertThat(message(service, "delete", new JsonObject())
                            .withHeader("id", id)
                            .reply())
                    .isNotNull();
            var events =
                    subscriber.await("studios/" + id, "dev.registrar.studios.created", "dev.registrar.studios.deleted");
            assertThat(events)
                    .allMatch(event -> event.getString("source").equals("/registrar/campus"))
                    .noneMatch(event -> event.encode().contains("hidden"));
        }
    }
}
