package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All errors in a request document are reported together, each with a pointer to its place. */
@ExtendWith(LibraryExtension.class)
class RequestDocumentErrorsTest {
    @Proves({"JSON:API 1.0, Error Objects", "JSON:API 1.1, Errors"})
    @Test
    void all_errors_of_a_document_are_reported_together(Library library) {
        var response = library.admin().post("/v1/books/", """
                {"data": {"type": "books", "attributes": {
                  "isbn": 7, "language_code": "abc", "a/b~c": 44, "available_from": "2024-02-30"},
                  "relationships": {"students": {"data": []}}}}""");
        response.expectStatus(422)
                .expectError("wrong_type", "pointer", "/data/attributes/isbn")
                .expectError("value_too_long", "pointer", "/data/attributes/language_code")
                .expectError("unknown_attribute", "pointer", "/data/attributes/a~1b~0c")
                .expectError("unknown_relationship", "pointer", "/data/relationships/students")
                .expectError("invalid_value", "pointer", "/data/attributes/available_from")
                .expectError("missing_attribute", "pointer", "/data/attributes");
        assertThat(response.errors()).hasSize(6);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "may_leave": "yes"        | wrong_type     | may_leave
                    "days": -1       | invalid_value  | days
                    "days": 1.5      | wrong_type     | days
                    "days": 1e400    | wrong_type     | days
                    "available_from": 20240903 | wrong_type     | available_from
                    "available_from": "0000-01-01" | invalid_value | available_from
                    "barcode": " "           | invalid_value  | barcode
                    "barcode": "a\\u0000b"   | invalid_value  | barcode
                    "barcode": "a\\ud800"    | invalid_value  | barcode
                    """)
    void the_error_of_an_invalid_value_points_to_its_attribute(
            String attribute, String code, String name, Library library) {
        var identifier = name.equals("barcode") ? "" : "\"barcode\": \"X\", ";
        library.admin()
                .post(
                        "/v1/copies/",
                        "{\"data\": {\"type\": \"copies\", \"attributes\": {%s%s}}}".formatted(identifier, attribute))
                .expectStatus(422)
                .expectError(code, "pointer", "/data/attributes/" + name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"type": "books", "attributes": {"\\ud800": 1}}    | unknown_attribute    | books has no attribute "\ufffd"
            {"type": "books", "relationships": {"\\ud83c": 1}} | unknown_relationship | books has no relationship "\ufffd"
            """)
    void half_a_surrogate_pair_in_a_name_does_not_change_the_text_after_it(
            String resource, String code, String detail, Library library) {
        var rejected = library.admin().post("/v1/books/", "{\"data\": %s}".formatted(resource));
        assertThat(rejected.errors().toString()).contains(code);
        assertThat(rejected.errors())
                .extracting(error -> error.path("detail").asText())
                .anyMatch(text -> text.startsWith(detail));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"data\": {}} x", "{\"a\": 1, \"a\": 2}", "{\"data\": 1e99999999999999}"})
    void a_body_that_is_not_json_is_400(String body, Library library) {
        library.admin().post("/v1/books/", body).expectStatus(400).expectError("malformed_json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            loans | {"borrower": "ab1", "state": "dropped"}                       | The state must be requested, or left out; the server sets lent and returned. To end it, DELETE the loan.
            copies  | {"barcode": "X", "days": 3000000000}  | The days must be an integer from 0 to 2147483647.
            """)
    void the_error_of_a_wrong_value_names_only_values_that_are_accepted(
            String type, String attributes, String detail, Library library) {
        var rejected = library.admin()
                .post(
                        "/v1/%s/".formatted(type),
                        "{\"data\": {\"type\": \"%s\", \"attributes\": %s}}".formatted(type, attributes))
                .expectStatus(422);
        assertThat(rejected.errors())
                .extracting(error -> error.path("detail").asText())
                .contains(detail);
    }

    @Proves({"JSON:API 1.0, Creating, Updating and Deleting", "JSON:API 1.0, Creating Resources, 404"})
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "relationships": {"book": {"data": {"type": "books", "id": "BOOK_ID"}}} | related_not_found  | /data/relationships/book/data/id
                    "relationships": {"book": {"data": {"type": "books"}}}                    | malformed_document | /data/relationships/book/data
                    "relationships": {"book": {"data": {"type": "book", "id": "1"}}}          | type_conflict      | /data/relationships/book/data/type
                    "relationships": {"book": {"data": null}}                                   | invalid_value      | /data/relationships/book/data
                    "relationships": {"book": {}}                                               | malformed_document | /data/relationships/book
                    "relationships": {"book": 5}                                                | malformed_document | /data/relationships/book
                    "relationships": 5                                                             | malformed_document | /data/relationships
                    "relationships": {}                                                            | missing_relationship | /data/relationships
                    """)
    void a_mistake_in_a_relationship_is_reported_as_one_error(
            String relationships, String code, String place, Library library) {
        var rejected = library.admin()
                .post(
                        "/v1/loans/",
                        "{\"data\": {\"type\": \"loans\", \"attributes\": {\"borrower\": \"ab12\", \"state\": \"requested\"}, %s}}"
                                .formatted(relationships));
        assertThat(rejected.expectError(code, "pointer", place).errors()).hasSize(1);
    }

    @Proves({"JSON:API 1.0, Top Level", "JSON:API 1.0, Creating Resources"})
    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "{}", "{\"data\": null}", "{\"data\": []}"})
    void a_body_that_is_not_a_resource_document_is_400(String body, Library library) {
        library.admin().post("/v1/books/", body).expectError("malformed_document");
    }

    @Proves("JSON:API 1.0, Errors")
    @Test
    void all_errors_that_only_the_database_finds_are_reported_together(Library library) {
        var taken = unique("TAKEN");
        library.admin().post("/v1/books/", book(taken, "Logic")).expectStatus(201);
        var absent = "00000000-0000-4000-8000-00000000000";
        var response = library.admin().post("/v1/books/", """
                        {"data": {"type": "books", "attributes": {"isbn": "%s", "title": "Other"},
                          "relationships": {"copies": {"data": [
                            {"type": "copies", "id": "%s1"}, {"type": "copies", "id": "%s2"}]}}}}""".formatted(taken, absent, absent));
        response.expectStatus(400)
                .expectError("duplicate", "pointer", "/data/attributes/isbn")
                .expectError("related_not_found", "pointer", "/data/relationships/copies/data/0/id")
                .expectError("related_not_found", "pointer", "/data/relationships/copies/data/1/id");
        assertThat(response.errors()).hasSize(3);
    }

    @Test
    void an_end_date_before_the_start_date_is_reported_with_the_other_errors(Library library) {
        library.admin()
                .post("/v1/books/", """
                        {"data": {"type": "books", "attributes": {"isbn": "X", "language_code": "abc",
                          "title": "Y", "available_from": "2024-09-03", "available_until": "2024-09-02"}}}""")
                .expectStatus(422)
                .expectError("value_too_long", "pointer", "/data/attributes/language_code")
                .expectError("invalid_value", "pointer", "/data/attributes/available_until");
    }

    @Proves({"JSON:API 1.0, Creating Resources", "JSON:API 1.1, Error Objects"})
    @Test
    void a_pointer_names_the_nearest_member_that_exists_in_the_document(Library library) {
        library.admin()
                .post("/v1/books/", "{\"data\": {\"type\": \"books\"}}")
                .expectStatus(422)
                .expectError("missing_attribute", "pointer", "/data");
        library.admin()
                .post("/v1/copies/", """
                        {"data": {"type": "copies", "attributes": {"barcode": "X"},
                          "relationships": {"book": {}}}}""")
                .expectStatus(400)
                .expectError("malformed_document", "pointer", "/data/relationships/book");
        var created = library.admin().post("/v1/books/", book(unique("PTR"), "Logic"));
        var url = "/v1/books/" + created.id() + "/";
        library.admin().patch(url, Document.of("books", created.id()).attribute("available_until", "2024-09-03"));
        library.admin()
                .patch(url, Document.of("books", created.id()).attribute("available_from", "2024-09-04"))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes");
    }

    @Proves({"JSON:API 1.0, Document Structure", "JSON:API 1.1, Member Names"})
    @Test
    void unknown_members_and_at_members_are_ignored(Library library) {
        library.admin().post("/v1/books/", """
                        {"data": {"type": "books", "lid": "a", "@context": {}, "surprise": 1,
                          "attributes": {"isbn": "%s", "title": "Y", "@note": "z"},
                          "relationships": {"@note": 1}}, "@context": {}, "surprise": []}""".formatted(unique("AT"))).expectStatus(201);
    }

    @Proves("JSON:API 1.0, Top Level")
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "meta": 5                                | /meta
            "links": "https://example.org"           | /links
            "included": [1]                          | /included
            "errors": []                             | /errors
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
            {"data": {"type": "copies", "attributes": 5}}                              | /data/attributes
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
    @ValueSource(strings = {"1e2", "100.0", "10000e-2"})
    void a_number_with_an_integer_value_is_an_integer_in_any_notation(String number, Library library) {
        var document = """
                {"data": {"type": "copies", "attributes": {"barcode": "%s", "days": %s}}}""".formatted(unique("INT"), number);
        library.admin().post("/v1/copies/", document).expectStatus(201).expect("/data/attributes/days", "100");
    }
}
