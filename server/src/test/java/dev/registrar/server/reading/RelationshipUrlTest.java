package dev.registrar.server.reading;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The relationship URLs and related URLs of the specification. */
@ExtendWith(ServiceExtension.class)
class RelationshipUrlTest {
    private String course;
    private String term;

    @BeforeEach
    void a_course_with_a_term(Service service) {
        course = service.admin()
                .post("/v1/courses/", course(unique("REL"), "Logic"))
                .id();
        term = service.admin()
                .post("/v1/course_terms/", term(unique("RELTERM"), course))
                .id();
    }

    private String linkageUrl() {
        return "/v1/courses/" + course + "/relationships/course_terms";
    }

    private Document linkage() {
        return Document.linkage("course_terms", List.of(term));
    }

    @Proves({"JSON:API 1.0, Resource Linkage", "Specification, Relationship object"})
    @Test
    void the_links_of_a_relationship_have_the_specified_form_and_can_be_read(Service service) {
        var read = service.reader().get("/v1/courses/" + course + "/");
        read.expect("/data/relationships/course_terms/links/self", service.url() + linkageUrl())
                .expect(
                        "/data/relationships/course_terms/links/related",
                        service.url() + "/v1/courses/" + course + "/course_terms/");
        service.reader()
                .get(read.text("/data/relationships/course_terms/links/self"))
                .expectStatus(200)
                .expect("/data/0/id", term)
                .expect("/meta/count", "1")
                .expect("/links/self", service.url() + linkageUrl());
        service.reader()
                .get(read.text("/data/relationships/course_terms/links/related"))
                .expectStatus(200)
                .expect("/data/0/id", term)
                .expect("/meta/pagination/count", "1");
    }

    @Proves({"Specification, Relationship object", "Specification, course_terms"})
    @Test
    void the_course_of_a_term_can_be_read_at_both_of_its_links(Service service) {
        var read = service.reader().get("/v1/course_terms/" + term + "/");
        read.expect(
                        "/data/relationships/course/links/self",
                        service.url() + "/v1/course_terms/" + term + "/relationships/course")
                .expect(
                        "/data/relationships/course/links/related",
                        service.url() + "/v1/course_terms/" + term + "/course/")
                .expectAbsent("/data/relationships/course/meta");
        service.reader()
                .get(read.text("/data/relationships/course/links/self"))
                .expect("/data/type", "courses")
                .expect("/data/id", course);
        service.reader()
                .get(read.text("/data/relationships/course/links/related"))
                .expect("/data/id", course)
                .expect("/data/attributes/course_name", "Logic");
    }

    @Test
    void urls_work_with_and_without_a_trailing_slash(Service service) {
        service.reader().get(linkageUrl() + "/").expectStatus(200);
        service.reader().get("/v1/courses/" + course + "/course_terms").expectStatus(200);
        service.reader().get("/v1/courses/" + course).expectStatus(200);
        service.reader().get("/v1/courses").expectStatus(200);
    }

    @Test
    void a_related_collection_supports_the_query_parameters_of_collections(Service service) {
        var more = service.admin()
                .post("/v1/course_terms/", term(unique("SELTERM"), course))
                .id();
        var page = service.reader()
                .get("/v1/courses/" + course + "/course_terms/?sort=-term_identifier&page[size]=1&include=course");
        page.expect("/data/0/id", more).expect("/included/0/id", course).expect("/meta/pagination/pages", "2");
        assertThat(page.text("/links/next")).startsWith(service.url() + "/v1/courses/" + course + "/course_terms/?");
    }

    @Proves({
        "JSON:API 1.0, Fetching Resources",
        "JSON:API 1.0, Updating To-Many Relationships",
        "JSON:API 1.0, Updating Relationships, 200"
    })
    @Test
    void adding_a_present_member_and_removing_an_absent_one_change_nothing(Service service) {
        service.admin().post(linkageUrl(), linkage()).expectStatus(200).expect("/meta/count", "1");
        service.admin().delete(linkageUrl(), linkage()).expectStatus(200).expect("/meta/count", "0");
        service.admin().delete(linkageUrl(), linkage()).expectStatus(200).expect("/meta/count", "0");
        service.reader()
                .get("/v1/course_terms/" + term + "/course/")
                .expectStatus(200)
                .expect("/data", null);
    }

    @Proves("JSON:API 1.0, Updating To-Many Relationships")
    @Test
    void a_patch_of_a_to_many_relationship_replaces_all_members(Service service) {
        service.admin()
                .patch(linkageUrl(), Document.linkage("course_terms", List.of()))
                .expectStatus(200)
                .expect("/meta/count", "0");
        service.admin().patch(linkageUrl(), linkage()).expectStatus(200).expect("/data/0/id", term);
    }

    @Proves("JSON:API 1.0, Updating To-One Relationships")
    @Test
    void an_optional_to_one_relationship_can_be_set_to_null(Service service) {
        service.admin()
                .patch("/v1/course_terms/" + term + "/relationships/course", Document.noLinkage())
                .expectStatus(200)
                .expect("/data", null);
        service.reader().get("/v1/course_terms/" + term + "/").expect("/data/relationships/course/data", null);
    }

    @Proves({"JSON:API 1.0, Creating, Updating and Deleting", "JSON:API 1.0, Updating To-Many Relationships"})
    @Test
    void a_nonexistent_member_is_404_with_a_pointer_to_it_and_changes_nothing(Service service) {
        var absent = "00000000-0000-4000-8000-000000000000";
        service.admin()
                .patch(linkageUrl(), Document.linkage("course_terms", List.of(absent)))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/0/id");
        service.reader().get(linkageUrl()).expect("/data/0/id", term);
        service.admin()
                .patch("/v1/course_terms/" + term + "/relationships/course", Document.linkage("courses", absent))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/id");
        service.reader().get("/v1/course_terms/" + term + "/course/").expect("/data/id", course);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            course_term/                   | courses has no relationship "course_term"; did you mean course_terms?
            relationships/terms            | courses has no relationship "terms"; did you mean course_terms?
            students/                      | courses has no relationship "students"; its relationships are course_terms.
            course_terms/first/            | the collections are /v1/
            """)
    void a_404_below_a_resource_names_the_relationships(String path, String detail, Service service) {
        var notFound =
                service.reader().get("/v1/courses/" + course + "/" + path).expectStatus(404);
        assertThat(notFound.expectError("not_found").text("/errors/0/detail")).contains(detail);
    }

    @Test
    void a_404_of_a_resource_says_that_the_resource_does_not_exist(Service service) {
        service.reader()
                .get("/v1/courses/00000000-0000-4000-8000-000000000000/course_terms/")
                .expect(
                        "/errors/0/detail",
                        "There is nothing with this id among the courses; it may have been deleted.");
        service.reader()
                .get("/v1/courses/1/relationships/course_terms")
                .expect("/errors/0/detail", "There is nothing with this id among the courses; ids are UUIDs.");
    }

    @Proves("JSON:API 1.0, Fetching Relationships")
    @Test
    void an_unknown_resource_or_relationship_is_404(Service service) {
        var absent = "/v1/courses/00000000-0000-4000-8000-000000000000";
        service.reader().get(absent + "/course_terms/").expectStatus(404).expectError("not_found");
        service.reader()
                .get(absent + "/relationships/course_terms")
                .expectStatus(404)
                .expectError("not_found");
        service.reader()
                .get("/v1/courses/" + course + "/students/")
                .expectStatus(404)
                .expectError("not_found");
        service.reader().get("/v1/courses/not-a-uuid/").expectStatus(404).expectError("not_found");
    }
}
