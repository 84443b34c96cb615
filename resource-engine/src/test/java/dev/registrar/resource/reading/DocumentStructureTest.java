package dev.registrar.resource.reading;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of JSON:API 1.0, "Document Structure", that the JSON schema cannot check. */
@ExtendWith(LibraryExtension.class)
class DocumentStructureTest {
    private String book;
    private String copy;
    private String loneCopy;
    private String loan;

    @BeforeEach
    void resources_of_every_type(Library library) {
        book = library.newBook();
        copy = library.create("copies", copy(unique("STRCOPY"), book));
        loneCopy = library.admin()
                .post("/v1/copies/", """
                        {"data": {"type": "copies", "attributes": {"barcode": "%s"}}}""".formatted(unique("LONE")))
                .id();
        loan = library.create("loans", loan(unique("str"), book));
    }

    private List<String> items() {
        return List.of(
                "/v1/books/" + book + "/",
                "/v1/copies/" + copy + "/",
                "/v1/copies/" + loneCopy + "/",
                "/v1/loans/" + loan + "/");
    }

    @Proves({"JSON:API 1.0, Resource Objects", "JSON:API 1.0, Resource Links", "JSON:API 1.0, Fetching Resources"})
    @Test
    void every_self_link_leads_to_its_resource(Library library) {
        for (var item : items()) {
            var read = library.reader().get(item);
            var again = library.reader().get(read.text("/data/links/self"));
            assertThat(again.expectStatus(200).at("/data")).isEqualTo(read.at("/data"));
            assertThat(library.reader().get(read.text("/links/self")).body()).isEqualTo(read.body());
        }
    }

    @Proves("JSON:API 1.0, Top Level")
    @Test
    void the_self_link_of_a_document_is_the_url_of_its_request(Library library) {
        var query = "?include=copies&fields%5Bbooks%5D=title";
        library.reader()
                .get("/v1/books/" + book + "/" + query)
                .expect("/links/self", library.url() + "/v1/books/" + book + "/" + query);
        library.reader()
                .get("/v1/copies/" + copy + "/book/?include=copies")
                .expect("/links/self", library.url() + "/v1/copies/" + copy + "/book/?include=copies");
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
    void every_link_of_a_relationship_can_be_read_even_of_an_empty_one(Library library) {
        for (var item : items()) {
            for (var relationship : library.reader().get(item).at("/data/relationships")) {
                var linkage =
                        library.reader().get(relationship.at("/links/self").asText());
                assertThat(linkage.expectStatus(200).at("/data")).isEqualTo(relationship.path("data"));
                var related =
                        library.reader().get(relationship.at("/links/related").asText());
                assertThat(related.expectStatus(200).at("/data").isArray())
                        .isEqualTo(relationship.path("data").isArray());
            }
        }
    }

    @Proves("JSON:API 1.0, Related Resource Links")
    @Test
    void the_related_link_of_a_relationship_stays_the_same_when_its_linkage_changes(Library library) {
        var url = "/v1/copies/" + loneCopy + "/";
        var before = library.reader().get(url).text("/data/relationships/book/links/related");
        library.admin().patch(url + "relationships/book", Document.linkage("books", book));
        library.reader().get(url).expect("/data/relationships/book/links/related", before);
    }

    @Proves("JSON:API 1.0, Resource Linkage")
    @Test
    void empty_linkage_is_null_or_an_empty_array(Library library) {
        library.reader().get("/v1/copies/" + loneCopy + "/").expect("/data/relationships/book/data", null);
        library.admin().delete("/v1/copies/" + copy + "/");
        var linkage = library.reader()
                .get("/v1/books/" + book + "/")
                .expect("/data/relationships/copies/meta/count", "0")
                .at("/data/relationships/copies/data");
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
    void the_field_names_of_a_type_are_unique_and_safe_and_no_foreign_keys(Library library) {
        for (var item : items()) {
            var data = library.reader().get(item).at("/data");
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
    void every_document_contains_the_json_api_version(Library library) {
        library.reader().get("/v1/books/" + book + "/").expect("/jsonapi/version", "1.0");
        library.reader().get("/v1/books/").expect("/jsonapi/version", "1.0");
        library.reader().get("/v1/books/?nothing").expect("/jsonapi/version", "1.0");
    }

    @Proves("JSON:API 1.0, Member Names")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Data\": {\"type\": \"books\"}}",
                "{\"data\": {\"type\": \"books\", \"attributes\": {\"isbn\": \"X\", \"Book_Name\": \"Y\"}}}"
            })
    void member_names_are_case_sensitive(String document, Library library) {
        assertThat(library.admin().post("/v1/books/", document).status()).isIn(400, 422);
    }

    @Proves("JSON:API 1.0, Compound Documents")
    @Test
    void every_included_resource_is_linked_from_another_one(Library library) {
        var response = library.reader().get("/v1/books/" + book + "/?include=copies.book");
        List<JsonNode> linked = response.json().findValues("relationships").stream()
                .flatMap(relationships -> relationships.findValues("id").stream())
                .toList();
        response.at("/included").forEach(resource -> assertThat(linked).contains(resource.path("id")));
    }

    @Proves({"JSON:API 1.0, Resource Linkage", "Specification, Relationship object"})
    @Test
    void the_links_of_a_relationship_have_the_specified_form(Library library) {
        var url = library.url() + "/v1/";
        library.reader()
                .get("/v1/books/" + book + "/")
                .expect("/data/relationships/copies/links/self", url + "books/" + book + "/relationships/copies")
                .expect("/data/relationships/copies/links/related", url + "books/" + book + "/copies/");
        library.reader()
                .get("/v1/copies/" + copy + "/")
                .expect("/data/relationships/book/links/self", url + "copies/" + copy + "/relationships/book")
                .expect("/data/relationships/book/links/related", url + "copies/" + copy + "/book/")
                .expectAbsent("/data/relationships/book/meta");
    }

    @Test
    void a_related_collection_supports_the_query_parameters_of_collections(Library library) {
        var more = library.create("copies", copy(unique("ZCOPY"), book));
        var page = library.reader().get("/v1/books/" + book + "/copies/?sort=-barcode&page[size]=1&include=book");
        page.expect("/data/0/id", more).expect("/included/0/id", book).expect("/meta/pagination/pages", "2");
        assertThat(page.text("/links/next")).startsWith(library.url() + "/v1/books/" + book + "/copies/?");
    }

    @Test
    void the_id_in_a_url_may_be_in_upper_case(Library library) {
        library.reader().get("/v1/books/" + book.toUpperCase(Locale.ROOT) + "/").expect("/data/id", book);
    }

    @Proves("JSON:API 1.0, Fetching Relationships")
    @Test
    void an_unknown_resource_or_relationship_is_404_and_the_error_says_that_it_does_not_exist(Library library) {
        for (var path : List.of("/copies/", "/relationships/copies")) {
            library.reader()
                    .get("/v1/books/00000000-0000-4000-8000-000000000000" + path)
                    .expectStatus(404)
                    .expectError("not_found")
                    .expect(
                            "/errors/0/detail",
                            "There is nothing with this id among the books; it may have been deleted.");
        }
        for (var id : List.of("1", "1-1-1-1-1", book.substring(1), "0c5b3df5f-147-45e4-b8a4-904fb8aa18a2")) {
            library.reader()
                    .get("/v1/books/" + id + "/relationships/copies")
                    .expectStatus(404)
                    .expect("/errors/0/detail", "There is nothing with this id among the books; ids are UUIDs.");
        }
        library.reader()
                .get("/v1/books/" + book + "/students/")
                .expectStatus(404)
                .expectError("not_found");
    }
}
