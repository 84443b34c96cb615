package dev.registrar.server.reading;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of JSON:API 1.0, "Document Structure", that the JSON schema cannot check. */
@ExtendWith(ServiceExtension.class)
class DocumentStructureTest {
    private String course;
    private String term;
    private String loneTerm;
    private String registration;

    @BeforeEach
    void resources_of_every_type(Service service) {
        course = service.admin()
                .post("/v1/courses/", course(unique("STR"), "Logic"))
                .id();
        term = service.admin()
                .post("/v1/course_terms/", term(unique("STRTERM"), course))
                .id();
        loneTerm = service.admin()
                .post("/v1/course_terms/", """
                        {"data": {"type": "course_terms", "attributes": {"term_identifier": "%s"}}}""".formatted(unique("LONE")))
                .id();
        registration = service.admin()
                .post("/v1/registrations/", registration(unique("str"), course))
                .id();
    }

    private List<String> items() {
        return List.of(
                "/v1/courses/" + course + "/",
                "/v1/course_terms/" + term + "/",
                "/v1/course_terms/" + loneTerm + "/",
                "/v1/registrations/" + registration + "/");
    }

    @Proves({"JSON:API 1.0, Resource Objects", "JSON:API 1.0, Resource Links", "JSON:API 1.0, Fetching Resources"})
    @Test
    void every_self_link_leads_to_its_resource(Service service) {
        for (var item : items()) {
            var read = service.reader().get(item);
            var again = service.reader().get(read.text("/data/links/self"));
            assertThat(again.expectStatus(200).at("/data")).isEqualTo(read.at("/data"));
            assertThat(service.reader().get(read.text("/links/self")).body()).isEqualTo(read.body());
        }
    }

    @Proves("JSON:API 1.0, Top Level")
    @Test
    void the_self_link_of_a_document_is_the_url_of_its_request(Service service) {
        var query = "?include=course_terms&fields%5Bcourses%5D=course_name";
        service.reader()
                .get("/v1/courses/" + course + "/" + query)
                .expect("/links/self", service.url() + "/v1/courses/" + course + "/" + query);
        service.reader()
                .get("/v1/course_terms/" + term + "/course/?include=course_terms")
                .expect("/links/self", service.url() + "/v1/course_terms/" + term + "/course/?include=course_terms");
    }

    @Proves({
        "JSON:API 1.0, Top Level",
        "JSON:API 1.0, Related Resource Links",
        "JSON:API 1.0, Fetching Resources",
        "JSON:API 1.0, Fetching Relationships",
        "Specification, What the service does",
        "Specification, Operations"
    })
    @Test
    void every_link_of_a_relationship_can_be_read_even_of_an_empty_one(Service service) {
        for (var item : items()) {
            for (var relationship : service.reader().get(item).at("/data/relationships")) {
                var linkage =
                        service.reader().get(relationship.at("/links/self").asText());
                assertThat(linkage.expectStatus(200).at("/data")).isEqualTo(relationship.path("data"));
                var related =
                        service.reader().get(relationship.at("/links/related").asText());
                assertThat(related.expectStatus(200).at("/data").isArray())
                        .isEqualTo(relationship.path("data").isArray());
            }
        }
    }

    @Proves("JSON:API 1.0, Related Resource Links")
    @Test
    void the_related_link_of_a_relationship_stays_the_same_when_its_linkage_changes(Service service) {
        var url = "/v1/course_terms/" + loneTerm + "/";
        var before = service.reader().get(url).text("/data/relationships/course/links/related");
        service.admin().patch(url + "relationships/course", Document.linkage("courses", course));
        service.reader().get(url).expect("/data/relationships/course/links/related", before);
    }

    @Proves("JSON:API 1.0, Resource Linkage")
    @Test
    void empty_linkage_is_null_or_an_empty_array(Service service) {
        service.reader().get("/v1/course_terms/" + loneTerm + "/").expect("/data/relationships/course/data", null);
        service.admin().delete("/v1/course_terms/" + term + "/");
        var linkage = service.reader()
                .get("/v1/courses/" + course + "/")
                .expect("/data/relationships/course_terms/meta/count", "0")
                .at("/data/relationships/course_terms/data");
        assertThat(linkage.isArray()).isTrue();
        assertThat(linkage).isEmpty();
    }

    @Proves({
        "JSON:API 1.0, Resource Objects",
        "JSON:API 1.0, Fields",
        "JSON:API 1.0, Attributes",
        "JSON:API 1.0, Member Names"
    })
    @Test
    void the_field_names_of_a_type_are_unique_and_safe_and_no_foreign_keys(Service service) {
        for (var item : items()) {
            var data = service.reader().get(item).at("/data");
            List<String> names = new ArrayList<>(List.of("id", "type"));
            data.path("attributes").fieldNames().forEachRemaining(names::add);
            data.path("relationships").fieldNames().forEachRemaining(names::add);
            assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z][a-z_]*[a-z]"));
            assertThat(names).noneMatch(name -> name.endsWith("_id"));
            assertThat(data.path("type").asText()).matches("[a-z][a-z_]*[a-z]");
        }
    }

    @Proves("JSON:API 1.0, JSON:API Object")
    @Test
    void every_document_contains_the_json_api_version(Service service) {
        service.reader().get("/v1/courses/" + course + "/").expect("/jsonapi/version", "1.0");
        service.reader().get("/v1/courses/").expect("/jsonapi/version", "1.0");
        service.reader().get("/v1/nothing/").expect("/jsonapi/version", "1.0");
    }

    @Proves("JSON:API 1.0, Member Names")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Data\": {\"type\": \"courses\"}}",
                "{\"data\": {\"Type\": \"courses\", \"attributes\": {\"course_identifier\": \"X\", \"course_name\": \"Y\"}}}",
                "{\"data\": {\"type\": \"courses\", \"attributes\": {\"course_identifier\": \"X\", \"Course_Name\": \"Y\"}}}"
            })
    void member_names_are_case_sensitive(String document, Service service) {
        assertThat(service.admin().post("/v1/courses/", document).status()).isIn(400, 422);
    }

    @Proves("JSON:API 1.0, Compound Documents")
    @Test
    void every_included_resource_is_linked_from_another_one(Service service) {
        var response = service.reader().get("/v1/courses/" + course + "/?include=course_terms.course");
        List<JsonNode> linked = response.json().findValues("relationships").stream()
                .flatMap(relationships -> relationships.findValues("id").stream())
                .toList();
        response.at("/included").forEach(resource -> assertThat(linked).contains(resource.path("id")));
    }
}
