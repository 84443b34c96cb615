package dev.registrar.server.writing;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All errors in a request document are reported together, each with a pointer to its place. */
@ExtendWith(ServiceExtension.class)
class RequestDocumentErrorsTest {

    @Proves({"JSON:API 1.0, Error Objects", "JSON:API 1.1, Errors"})
    @Test
    void all_errors_of_a_document_are_reported_together(Service service) {
        var response = service.admin().post("/v1/courses/", """
                {"data": {"type": "courses", "attributes": {
                  "course_identifier": 7, "suffix_two": "abc", "shoe_size": 44, "effective_start_date": "2024-02-30"}}}""");
        response.expectStatus(422)
                .expectError("wrong_type", "pointer", "/data/attributes/course_identifier")
                .expectError("value_too_long", "pointer", "/data/attributes/suffix_two")
                .expectError("unknown_attribute", "pointer", "/data/attributes/shoe_size")
                .expectError("invalid_value", "pointer", "/data/attributes/effective_start_date")
                .expectError("missing_attribute", "pointer", "/data/attributes");
        assertThat(response.errors()).hasSize(5);
    }

    @Proves("Specification, course_terms")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "exam_credit_flag": "yes"        | wrong_type     | exam_credit_flag
                    "exam_credit_flag": null         | wrong_type     | exam_credit_flag
                    "audit_permitted_code": -1       | invalid_value  | audit_permitted_code
                    "audit_permitted_code": 1.5      | wrong_type     | audit_permitted_code
                    "audit_permitted_code": 2147483648 | wrong_type   | audit_permitted_code
                    "audit_permitted_code": 1e400    | wrong_type     | audit_permitted_code
                    "effective_start_date": 20240903 | wrong_type     | effective_start_date
                    "effective_start_date": "0000-01-01" | invalid_value | effective_start_date
                    "term_identifier": " "           | invalid_value  | term_identifier
                    "term_identifier": "a\\u0000b"   | invalid_value  | term_identifier
                    "term_identifier": "a\\ud800"    | invalid_value  | term_identifier
                    """)
    void the_error_of_an_invalid_value_points_to_its_attribute(
            String attribute, String code, String name, Service service) {
        var identifier = name.equals("term_identifier") ? "" : "\"term_identifier\": \"X\", ";
        service.admin()
                .post(
                        "/v1/course_terms/",
                        "{\"data\": {\"type\": \"course_terms\", \"attributes\": {%s%s}}}"
                                .formatted(identifier, attribute))
                .expectStatus(422)
                .expectError(code, "pointer", "/data/attributes/" + name);
    }

    @Test
    void the_length_of_an_attribute_is_counted_in_characters_not_bytes_or_surrogates(Service service) {
        service.admin()
                .post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "%s"}}}""".formatted(unique("EMOJI"), "\uD83C\uDF93".repeat(80)))
                .expectStatus(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"type": "courses", "attributes": {"\\ud800": 1}}    | unknown_attribute    | courses has no attribute "\ufffd"
            {"type": "courses", "attributes": {"a\\udc01": 1}}   | unknown_attribute    | courses has no attribute "a\ufffd"
            {"type": "courses", "relationships": {"\\ud83c": 1}} | unknown_relationship | courses has no relationship "\ufffd"
            """)
    void half_a_surrogate_pair_in_a_name_does_not_change_the_text_after_it(
            String resource, String code, String detail, Service service) {
        var rejected = service.admin().post("/v1/courses/", "{\"data\": %s}".formatted(resource));
        assertThat(rejected.errors().toString()).contains(code);
        assertThat(rejected.errors())
                .extracting(error -> error.path("detail").asText())
                .anyMatch(text -> text.startsWith(detail));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\": {\"type\": \"courses\", \"attributes\": {\"course_name\": 1e99999999999999}}}",
                "{\"data\": {\"type\": \"courses\", \"attributes\": {\"shoe_size\": -1e-2147483648}}}",
                "{\"data\": {\"type\": \"courses\", \"id\": 1e2147483647}}",
                "{\"data\": 0.1e99999999999999}",
                "1e99999999999999"
            })
    void a_number_of_extreme_magnitude_is_400_with_its_position(String body, Service service) {
        var rejected = service.admin().post("/v1/courses/", body).expectStatus(400);
        assertThat(rejected.expectError("malformed_json").text("/errors/0/detail"))
                .startsWith("Line 1, column");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{\"data\": {}} x", "{\"a\": 1, \"a\": 2}", "nul", "{'a': 1}"})
    void a_body_that_is_not_json_is_400(String body, Service service) {
        service.admin().post("/v1/courses/", body).expectStatus(400).expectError("malformed_json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            registrations | {"uni": "ab1", "enrollment": "dropped"}                       | The enrollment must be requested, or left out; the server sets pending and confirmed. To drop the course, DELETE the registration.
            course_terms  | {"term_identifier": "X", "audit_permitted_code": "1"}         | The audit permitted code must be an integer from 0 to 2147483647.
            course_terms  | {"term_identifier": "X", "audit_permitted_code": 3000000000}  | The audit permitted code must be an integer from 0 to 2147483647.
            """)
    void the_error_of_a_wrong_value_names_only_values_that_are_accepted(
            String type, String attributes, String detail, Service service) {
        var rejected = service.admin()
                .post(
                        "/v1/%s/".formatted(type),
                        "{\"data\": {\"type\": \"%s\", \"attributes\": %s}}".formatted(type, attributes))
                .expectStatus(422);
        assertThat(rejected.errors())
                .extracting(error -> error.path("detail").asText())
                .contains(detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "relationships": {"courses": {"data": {"type": "courses", "id": "COURSE_ID"}}} | related_not_found  | /data/relationships/courses/data/id
                    "relationships": {"courses": {"data": {"type": "courses"}}}                    | malformed_document | /data/relationships/courses/data
                    "relationships": {"courses": {"data": {"type": "course", "id": "1"}}}          | type_conflict      | /data/relationships/courses/data/type
                    "relationships": {"courses": {"data": null}}                                   | invalid_value      | /data/relationships/courses/data
                    "relationships": {"courses": {}}                                               | malformed_document | /data/relationships/courses
                    "relationships": {"courses": 5}                                                | malformed_document | /data/relationships/courses
                    "relationships": 5                                                             | malformed_document | /data/relationships
                    "relationships": {}                                                            | missing_relationship | /data/relationships
                    """)
    void a_mistake_in_a_relationship_is_reported_as_one_error(
            String relationships, String code, String place, Service service) {
        var rejected = service.admin()
                .post(
                        "/v1/registrations/",
                        "{\"data\": {\"type\": \"registrations\", \"attributes\": {\"uni\": \"ab12\", \"enrollment\": \"requested\"}, %s}}"
                                .formatted(relationships));
        assertThat(rejected.expectError(code, "pointer", place).errors()).hasSize(1);
    }

    @Test
    void attributes_that_are_not_an_object_are_reported_as_one_error(Service service) {
        var rejected = service.admin().post("/v1/courses/", """
                {"data": {"type": "courses", "attributes": 5}}""");
        assertThat(rejected.expectError("malformed_document", "pointer", "/data/attributes")
                        .errors())
                .hasSize(1);
    }

    @Proves({"JSON:API 1.0, Top Level", "JSON:API 1.0, Creating Resources"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "1",
                "{}",
                "{\"data\": null}",
                "{\"data\": []}",
                "{\"data\": {\"type\": \"courses\", \"attributes\": 5}}"
            })
    void a_body_that_is_not_a_resource_document_is_400(String body, Service service) {
        service.admin().post("/v1/courses/", body).expectError("malformed_document");
    }

    @Test
    void a_body_that_is_not_utf_8_is_400(Service service) {
        service.admin()
                .post("/v1/courses/", new byte[] {'{', '"', (byte) 0xC0, (byte) 0xAF, '"', ':', '1', '}'})
                .expectStatus(400)
                .expectError("malformed_json");
    }

    @Test
    void a_body_of_ten_thousand_nested_levels_is_400(Service service) {
        service.admin()
                .post("/v1/courses/", "[".repeat(10_000) + "]".repeat(10_000))
                .expectStatus(400)
                .expectError("malformed_json");
    }

    @Test
    void a_body_over_the_size_limit_is_413(Service service) {
        service.admin()
                .post("/v1/courses/", "{\"data\": \"%s\"}".formatted("x".repeat(1_100_000)))
                .expectStatus(413)
                .expectError("body_too_large");
    }

    @Test
    void a_relationship_to_a_resource_of_the_wrong_type_is_409(Service service) {
        service.admin()
                .post("/v1/course_terms/", """
                        {"data": {"type": "course_terms", "attributes": {"term_identifier": "X"}, "relationships":
                          {"course": {"data": {"type": "registrations", "id": "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2"}}}}}""")
                .expectStatus(409)
                .expectError("type_conflict", "pointer", "/data/relationships/course/data/type")
                .expect("/errors/0/title", "The resource type does not match the URL or the relationship");
    }

    @Proves({"JSON:API 1.0, Creating Resources, 404", "Specification, General method table"})
    @Test
    void a_relationship_to_a_nonexistent_resource_is_404(Service service) {
        service.admin()
                .post("/v1/course_terms/", """
                        {"data": {"type": "course_terms", "attributes": {"term_identifier": "%s"}, "relationships":
                          {"course": {"data": {"type": "courses", "id": "00000000-0000-4000-8000-000000000000"}}}}}""".formatted(unique("DANGLING")))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/relationships/course/data/id");
    }

    @Proves("JSON:API 1.0, Errors")
    @Test
    void all_errors_that_only_the_database_finds_are_reported_together(Service service) {
        var taken = unique("TAKEN");
        service.admin().post("/v1/courses/", course(taken, "Logic")).expectStatus(201);
        var absent = "00000000-0000-4000-8000-00000000000";
        var response = service.admin().post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "Other"},
                          "relationships": {"course_terms": {"data": [
                            {"type": "course_terms", "id": "%s1"}, {"type": "course_terms", "id": "%s2"}]}}}}""".formatted(taken, absent, absent));
        response.expectStatus(400)
                .expectError("duplicate", "pointer", "/data/attributes/course_identifier")
                .expectError("related_not_found", "pointer", "/data/relationships/course_terms/data/0/id")
                .expectError("related_not_found", "pointer", "/data/relationships/course_terms/data/1/id");
        assertThat(response.errors()).hasSize(3);
    }

    @Test
    void a_duplicate_identifier_and_a_nonexistent_course_of_a_term_are_reported_together(Service service) {
        var taken = unique("TAKENTERM");
        var course = service.admin()
                .post("/v1/courses/", course(unique("FK"), "Logic"))
                .id();
        service.admin().post("/v1/course_terms/", term(taken, course)).expectStatus(201);
        service.admin()
                .post("/v1/course_terms/", term(taken, "00000000-0000-4000-8000-000000000000"))
                .expectStatus(400)
                .expectError("duplicate", "pointer", "/data/attributes/term_identifier")
                .expectError("related_not_found", "pointer", "/data/relationships/course/data/id");
    }

    @Test
    void an_end_date_before_the_start_date_is_reported_with_the_other_errors(Service service) {
        service.admin()
                .post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "X", "suffix_two": "abc",
                          "course_name": "Y", "effective_start_date": "2024-09-03", "effective_end_date": "2024-09-02"}}}""")
                .expectStatus(422)
                .expectError("value_too_long", "pointer", "/data/attributes/suffix_two")
                .expectError("invalid_value", "pointer", "/data/attributes/effective_end_date");
    }

    @Proves({"JSON:API 1.0, Creating Resources", "JSON:API 1.1, Error Objects"})
    @Test
    void a_pointer_names_the_nearest_member_that_exists_in_the_document(Service service) {
        service.admin()
                .post("/v1/courses/", "{\"data\": {\"type\": \"courses\"}}")
                .expectStatus(422)
                .expectError("missing_attribute", "pointer", "/data");
        service.admin()
                .post("/v1/course_terms/", """
                        {"data": {"type": "course_terms", "attributes": {"term_identifier": "X"},
                          "relationships": {"course": {}}}}""")
                .expectStatus(400)
                .expectError("malformed_document", "pointer", "/data/relationships/course");
        var created = service.admin().post("/v1/courses/", course(unique("PTR"), "Logic"));
        var url = "/v1/courses/" + created.id() + "/";
        service.admin().patch(url, Document.of("courses", created.id()).attribute("effective_end_date", "2024-09-03"));
        service.admin()
                .patch(url, Document.of("courses", created.id()).attribute("effective_start_date", "2024-09-04"))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes");
    }

    @Proves({"JSON:API 1.0, Document Structure", "JSON:API 1.1, Member Names"})
    @Test
    void unknown_members_and_at_members_are_ignored(Service service) {
        service.admin().post("/v1/courses/", """
                        {"data": {"type": "courses", "lid": "a", "@context": {}, "surprise": 1,
                          "attributes": {"course_identifier": "%s", "course_name": "Y", "@note": "z"},
                          "relationships": {"@note": 1}}, "@context": {}, "surprise": []}""".formatted(unique("AT"))).expectStatus(201);
    }

    @Test
    void an_unknown_attribute_and_an_unknown_relationship_are_named(Service service) {
        service.admin()
                .post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "X", "course_name": "Y", "a/b~c": 1},
                          "relationships": {"students": {"data": []}}}}""")
                .expectStatus(422)
                .expectError("unknown_attribute", "pointer", "/data/attributes/a~1b~0c")
                .expectError("unknown_relationship", "pointer", "/data/relationships/students");
    }
}
