package dev.registrar.server;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Collections, searches and relationships of new resource types, derived from their declarations alone. */
@ExtendWith(ServiceExtension.class)
class NewResourceTypeReadingTest {
    private static NewTypes types;
    private static Client admin;
    private static Client reader;

    @BeforeAll
    static void deploy_the_new_types(Service service, @TempDir Path folder) throws IOException {
        types = NewTypes.deploy(service, folder);
        admin = types.admin();
        reader = types.reader();
    }

    @AfterAll
    static void stop() {
        types.close();
    }

    private static List<String> included(Response page) {
        return StreamSupport.stream(page.at("/included").spliterator(), false)
                .map(resource -> resource.path("id").asText())
                .toList();
    }

    @Test
    void collections_of_a_new_type_support_filters_sorting_and_sparse_fieldsets() {
        var prefix = unique("Wing ");
        for (var seats : List.of(10, 30, 20)) {
            types.create("/v1/studios/", NewTypes.studio("%s-%s".formatted(prefix, seats), seats));
        }
        var page = reader.get(
                "/v1/studios/?filter[studio_name.startswith]=%s&filter[seats.gte]=20&sort=-seats&fields[studios]=seats"
                        .formatted(prefix));
        assertThat(page.each("/attributes")).hasSize(2);
        assertThat(page.each("/attributes/seats")).containsExactly("30", "20");
        page.expectAbsent("/data/0/attributes/studio_name").expectAbsent("/data/0/relationships");
        reader.get("/v1/studios/?filter[features]=x")
                .expectStatus(400)
                .expectError("unknown_filter_field", "parameter", "filter[features]");
    }

    @Test
    void resources_of_a_new_type_can_be_searched_by_words() {
        var word = unique("Sprungfloor");
        var id = types.create(
                "/v1/studios/",
                NewTypes.studio(unique("Salle "), 4).attribute("features", "A %s, no echo".formatted(word)));
        for (var search : List.of(word.toLowerCase(Locale.ROOT), "echo " + word, "salle " + word)) {
            assertThat(reader.get("/v1/studios/?filter[search]=" + search).each("/id"))
                    .as(search)
                    .containsExactly(id);
        }
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
}
