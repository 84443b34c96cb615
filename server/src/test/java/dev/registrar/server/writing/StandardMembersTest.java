package dev.registrar.server.writing;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON:API's standard members must have the types that it defines, even those that the service ignores. */
@ExtendWith(ServiceExtension.class)
class StandardMembersTest {

    @Proves("JSON:API 1.0, Top Level")
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "meta": 5                                | /meta
            "meta": null                             | /meta
            "links": "https://example.org"           | /links
            "included": {}                           | /included
            "included": [1]                          | /included
            "errors": []                             | /errors
            "jsonapi": "1.0"                         | /jsonapi
            "jsonapi": {"version": 1.0}              | /jsonapi/version
            "jsonapi": {"meta": []}                  | /jsonapi/meta
            """)
    void a_top_level_member_of_the_wrong_type_is_400_with_a_pointer_to_it(
            String member, String pointer, Service service) {
        var document = course(unique("TOP"), "Logic").toString().replaceFirst("\\{", "{" + member + ", ");
        service.admin()
                .post("/v1/courses/", document)
                .expectStatus(400)
                .expectError("malformed_document", "pointer", pointer);
        service.admin()
                .patch(
                        "/v1/courses/00000000-0000-4000-8000-000000000000/relationships/course_terms",
                        "{%s, \"data\": []}".formatted(member))
                .expectStatus(400)
                .expectError("malformed_document", "pointer", pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"data": {"type": "course_terms", "meta": [], "links": 7}}                       | /data/meta
            {"data": {"type": "course_terms", "meta": [], "links": 7}}                       | /data/links
            {"data": {"type": "course_terms", "relationships": {"course": {"links": 1}}}}    | /data/relationships/course/links
            {"data": {"type": "course_terms", "relationships": {"course": {"meta": true}}}}  | /data/relationships/course/meta
            {"data": {"type": "course_terms", "relationships": {"course": {"data": {"type": "courses", "id": "x", "meta": 1}}}}} | /data/relationships/course/data/meta
            """)
    void a_nested_member_of_the_wrong_type_is_400_with_a_pointer_to_it(
            String document, String pointer, Service service) {
        service.admin()
                .post("/v1/course_terms/", document)
                .expectStatus(400)
                .expectError("malformed_document", "pointer", pointer);
    }

    @Test
    void a_document_may_contain_all_standard_members(Service service) {
        var document = course(unique("ALL"), "Logic").toString().replaceFirst("\\{", """
                {"meta": {"a": 1}, "links": {"self": "https://example.org/"}, "included": [{"type": "x", "id": "y"}],
                 "jsonapi": {"version": "1.1", "meta": {}},""" + "\n");
        service.admin().post("/v1/courses/", document).expectStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "1e2", "100.0", "1.00E+2", "10000e-2"})
    void a_number_with_an_integer_value_is_an_integer_in_any_notation(String number, Service service) {
        var document = """
                {"data": {"type": "course_terms", "attributes": {"term_identifier": "%s", "audit_permitted_code": %s}}}""".formatted(unique("INT"), number);
        service.admin()
                .post("/v1/course_terms/", document)
                .expectStatus(201)
                .expect("/data/attributes/audit_permitted_code", "100");
    }
}
