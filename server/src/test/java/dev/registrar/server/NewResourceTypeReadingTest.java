package dev.registrar.server;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.platform.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.resource.testing.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What leads from resources of a new type to those of its own verticle and of another one. */
@ExtendWith(ServiceExtension.class)
class NewResourceTypeReadingTest {
    private static NewTypes types;
    private static Client reader;

    @BeforeAll
    static void deploy_the_new_types(Service service, @TempDir Path folder) throws IOException {
        types = NewTypes.deploy(service, folder);
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
}
