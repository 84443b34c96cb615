package dev.registrar.server;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.AuditRows;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * New resource types need only a declaration, a migration and prose; the engine and the gateway derive everything else from
 * these.
 */
@ExtendWith(ServiceExtension.class)
class NewResourceTypeTest {
    @AutoClose
    private static NewTypes types;

    private static Client admin;
    private static Client reader;

    @BeforeAll
    static void deploy_the_new_types(Service service, @TempDir Path folder) throws IOException {
        types = NewTypes.deploy(service, folder);
        admin = types.admin();
        reader = types.reader();
    }

    @Test
    void resources_of_a_new_type_can_be_created_read_changed_replaced_and_deleted() {
        var name = unique("Hall ");
        var created = admin.post(
                        "/v1/studios/",
                        NewTypes.studio(name, 30)
                                .attribute("is_accessible", true)
                                .attribute("open_since", "2031-04-01"))
                .expectStatus(201);
        var url = created.header("Location");
        created.expect("/data/attributes/features", "").expect("/data/attributes/open_until", null);
        reader.get(url).expectHeader("ETag", created.header("ETag")).expect("/data/attributes/studio_name", name);
        admin.patch(url, Document.of("studios", created.id()).attribute("seats", 31))
                .expectStatus(200)
                .expect("/data/attributes/open_since", "2031-04-01")
                .expect("/data/attributes/seats", "31");
        admin.put(url, NewTypes.studio(name, 32).withId(created.id()))
                .expectStatus(200)
                .expect("/data/attributes/open_since", null)
                .expect("/data/attributes/seats", "32");
        admin.delete(url).expectStatus(204);
        reader.get(url).expectStatus(404).expectError("not_found");
    }

    @Test
    void changes_of_a_new_type_are_published_and_audited_without_undeclared_columns(Service service)
            throws SQLException {
        try (var subscriber = new EventSubscriber(service)) {
            var id = types.create("/v1/studios/", NewTypes.studio(unique("Hall "), 9));
            Sql.execute(
                    service.databaseUri(),
                    "UPDATE campus.studios SET key_code = 'hidden-1' WHERE id = '%s'".formatted(id));
            admin.delete(NewTypes.url(id)).expectStatus(204);
            assertThat(subscriber.await(
                            "studios/" + id, "dev.registrar.studios.created", "dev.registrar.studios.deleted"))
                    .allMatch(event -> event.getString("source").equals("/registrar/campus"))
                    .allMatch(event -> event.getString("authid").equals("admin"))
                    .noneMatch(event -> event.encode().contains("hidden"));
            var rows = AuditRows.of(service.databaseUri(), id);
            assertThat(rows)
                    .extracting(row -> row.getString("action"))
                    .startsWith("created")
                    .endsWith("deleted");
            assertThat(rows.toString()).contains("seats").doesNotContain("key_code", "hidden");
        }
    }

    @Test
    void the_served_contract_contains_the_new_types() {
        var contract = reader.get("/v1/openapi.json");
        assertThat(names(contract.at("/paths")))
                .contains("/courses/", "/studios/", "/studios/{id}/relationships/annexes", "/instruments/{id}/studio/");
        assertThat(contract.at("/tags").findValuesAsText("name")).contains("studios", "instruments");
        assertThat(contract.at("/paths/~1studios~1{id}~1/delete/description").asText())
                .isEqualTo("Deletes its instruments, too.");
        assertThat(names(contract.at("/components/schemas/StudioFilters/properties")))
                .contains("seats.gte", "instruments.instrument_name");
        assertThat(contract.at("/components/schemas/StudioAttributes/properties/features/maxLength")
                        .asInt())
                .isEqualTo(300);
    }

    private static List<String> names(JsonNode object) {
        return StreamSupport.stream(((Iterable<String>) object::fieldNames).spliterator(), false)
                .toList();
    }

    private static List<String> included(Response page) {
        return StreamSupport.stream(page.at("/included").spliterator(), false)
                .map(resource -> resource.path("id").asText())
                .toList();
    }

    @Test
    void resources_related_to_a_new_type_can_be_included_from_the_same_verticle_and_from_another() {
        var course = types.create("/v1/courses/", course(unique("STU"), "Painting"));
        var main = types.create(
                "/v1/studios/",
                NewTypes.studio(unique("Main "), 5).relationship("taught_course", Document.linkage("courses", course)));
        var annex = types.create(
                "/v1/studios/",
                NewTypes.studio(unique("Annex "), 6).relationship("main_studio", Document.linkage("studios", main)));
        var instrument = types.create("/v1/instruments/", NewTypes.instrument("Viola", main));
        var page = reader.get(
                "/v1/studios/?filter[annexes.id]=%s&include=annexes,instruments,taught_course".formatted(annex));
        assertThat(page.each("/id")).containsExactly(main);
        assertThat(included(page)).containsExactlyInAnyOrder(annex, instrument, course);
        assertThat(included(reader.get("/v1/instruments/%s/?include=studio.taught_course".formatted(instrument))))
                .containsExactlyInAnyOrder(main, course);
        assertThat(reader.get("/v1/instruments/?filter[studio.seats]=5&filter[studio]=" + main)
                        .each("/id"))
                .containsExactly(instrument);
    }

    @Test
    void relationships_of_a_new_type_can_be_read_and_changed_at_their_urls() {
        var first = types.create("/v1/studios/", NewTypes.studio(unique("Hall "), 7));
        var second = types.create("/v1/studios/", NewTypes.studio(unique("Hall "), 8));
        var instrument = types.create("/v1/instruments/", NewTypes.instrument("Oboe", first));
        admin.post(
                        NewTypes.url(second) + "relationships/instruments",
                        Document.linkage("instruments", List.of(instrument)))
                .expectStatus(200)
                .expect("/meta/count", "1");
        reader.get("/v1/instruments/%s/studio/".formatted(instrument)).expect("/data/id", second);
        admin.patch("/v1/instruments/%s/relationships/studio".formatted(instrument), Document.linkage("studios", first))
                .expectStatus(200);
        assertThat(reader.get(NewTypes.url(first) + "instruments/").each("/id")).containsExactly(instrument);
        admin.patch("/v1/instruments/%s/relationships/studio".formatted(instrument), Document.noLinkage())
                .expectStatus(422);
    }

    @Test
    void a_type_whose_owner_is_not_an_identifier_cannot_be_declared() {
        var owner = Attribute.text("borrower").required().upTo(60);
        assertThatThrownBy(() -> ResourceType.named("loans").ownedBy(owner))
                .hasMessage("The owner of loans must be an identifier: declare borrower with identifier()");
    }

    @Test
    void the_related_resource_of_an_empty_relationship_to_another_verticle_is_null() {
        var empty = NewTypes.url(types.create("/v1/studios/", NewTypes.studio(unique("Empty "), 3))) + "taught_course/";
        var found = reader.get(empty + "?include=course_terms").expectStatus(200);
        assertThat(found.at("/data").isNull()).isTrue();
        assertThat(found.at("/included").isArray()).isTrue();
        assertThat(found.at("/links/self").asText()).endsWith(empty + "?include=course_terms");
        reader.get(empty + "?include=nowhere").expectStatus(400);
        reader.get("/v1/studios/00000000-0000-4000-8000-000000000000/taught_course/")
                .expectStatus(404);
    }
}
