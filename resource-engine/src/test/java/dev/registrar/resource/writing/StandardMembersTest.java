package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON:API's standard members must have the types that it defines, even those that the engine ignores. */
@ExtendWith(LibraryExtension.class)
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
            String member, String pointer, Library library) {
        var document = book(unique("TOP"), "Logic").toString().replaceFirst("\\{", "{" + member + ", ");
        library.admin()
                .post("/v1/books/", document)
                .expectStatus(400)
                .expectError("malformed_document", "pointer", pointer);
        library.admin()
                .patch(
                        "/v1/books/00000000-0000-4000-8000-000000000000/relationships/copies",
                        "{%s, \"data\": []}".formatted(member))
                .expectStatus(400)
                .expectError("malformed_document", "pointer", pointer);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/books/, 'The document needs a member \"data\" that is a resource object.'",
        "/v1/books/00000000-0000-4000-8000-000000000000/relationships/copies, 'copies needs a member \"data\" with its linkage.'"
    })
    void a_document_with_errors_instead_of_data_gets_only_the_error_that_data_is_missing(
            String url, String detail, Library library) {
        var rejected = library.admin().post(url, "{\"errors\": []}").expectStatus(400);
        assertThat(rejected.json().path("errors")).hasSize(1);
        rejected.expect("/errors/0/detail", detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"data": {"type": "copies", "meta": [], "links": 7}}                       | /data/meta
            {"data": {"type": "copies", "meta": [], "links": 7}}                       | /data/links
            {"data": {"type": "copies", "relationships": {"book": {"links": 1}}}}    | /data/relationships/book/links
            {"data": {"type": "copies", "relationships": {"book": {"meta": true}}}}  | /data/relationships/book/meta
            {"data": {"type": "copies", "relationships": {"book": {"data": {"type": "books", "id": "x", "meta": 1}}}}} | /data/relationships/book/data/meta
            """)
    void a_nested_member_of_the_wrong_type_is_400_with_a_pointer_to_it(
            String document, String pointer, Library library) {
        library.admin()
                .post("/v1/copies/", document)
                .expectStatus(400)
                .expectError("malformed_document", "pointer", pointer);
    }

    @Test
    void a_document_may_contain_all_standard_members(Library library) {
        var document = book(unique("ALL"), "Logic").toString().replaceFirst("\\{", """
                {"meta": {"a": 1}, "links": {"self": "https://example.org/"}, "included": [{"type": "x", "id": "y"}],
                 "jsonapi": {"version": "1.1", "meta": {}},""" + "\n");
        library.admin().post("/v1/books/", document).expectStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "1e2", "100.0", "1.00E+2", "10000e-2"})
    void a_number_with_an_integer_value_is_an_integer_in_any_notation(String number, Library library) {
        var document = """
                {"data": {"type": "copies", "attributes": {"barcode": "%s", "days": %s}}}""".formatted(unique("INT"), number);
        library.admin().post("/v1/copies/", document).expectStatus(201).expect("/data/attributes/days", "100");
    }
}
