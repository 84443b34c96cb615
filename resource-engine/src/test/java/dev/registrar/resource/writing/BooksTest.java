package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Creation, changes and deletions of books and of their copies. */
@ExtendWith(LibraryExtension.class)
class BooksTest {
    @Proves({"Specification, Resource object", "Specification, Operations"})
    @Test
    void a_new_book_has_the_members_and_defaults_of_its_declaration(Library library) {
        var identifier = unique("CREATE");
        var response = library.admin()
                .post(
                        "/v1/books/",
                        book(identifier, "Ethics")
                                .attribute("summary", "How to live.")
                                .attribute("publisher_code", "U")
                                .attribute("language_code", "00")
                                .attribute("subject_code", "PHIL")
                                .attribute("shelf", "2301"));
        response.expectStatus(201)
                .expect("/data/type", "books")
                .expect("/data/attributes/isbn", identifier)
                .expect("/data/attributes/title", "Ethics")
                .expect("/data/attributes/summary", "How to live.")
                .expect("/data/attributes/publisher_code", "U")
                .expect("/data/attributes/language_code", "00")
                .expect("/data/attributes/subject_code", "PHIL")
                .expect("/data/attributes/shelf", "2301")
                .expect("/data/attributes/available_from", null)
                .expect("/data/attributes/available_until", null)
                .expect("/data/attributes/changed_by", "admin")
                .expect(
                        "/data/attributes/changed_on",
                        LocalDate.now(ZoneOffset.UTC).toString())
                .expect("/data/relationships/copies/meta/count", "0");
        assertThat(response.at("/data/relationships/copies/data")).isEmpty();
        assertThat(UUID.fromString(response.id())).hasToString(response.id());
    }

    @Proves("JSON:API 1.0, Creating Resources, 201")
    @Test
    void the_location_of_a_new_book_is_its_self_link_and_can_be_read(Library library) {
        var created = library.admin()
                .post("/v1/books/", book(unique("LOCATION"), "Logic"))
                .expectStatus(201);
        var url = library.url() + "/v1/books/" + created.id() + "/";
        created.expectHeader("Location", url).expect("/data/links/self", url);
        var read = library.reader().get(created.header("Location")).expectStatus(200);
        assertThat(read.at("/data")).isEqualTo(created.at("/data"));
    }

    @Test
    void attributes_set_by_the_server_are_ignored_and_omitted_strings_are_empty(Library library) {
        library.admin()
                .post(
                        "/v1/books/",
                        book(unique("IGNORED"), "Logic")
                                .attribute("changed_by", "mallory")
                                .attribute("changed_on", "1999-01-01"))
                .expectStatus(201)
                .expect("/data/attributes/summary", "")
                .expect("/data/attributes/language_code", "")
                .expect("/data/attributes/changed_by", "admin");
    }

    @Proves({"JSON:API 1.0, Client-Generated IDs", "Specification, What the service does"})
    @Test
    void a_new_book_with_an_id_chosen_by_the_client_is_403(Library library) {
        library.admin()
                .post("/v1/books/", book(unique("ID"), "Logic").withId("0c5b3df5-f147-45e4-b8a4-904fb8aa18a2"))
                .expectStatus(403)
                .expectError("client_generated_id", "pointer", "/data/id");
    }

    @Proves({"JSON:API 1.0, Creating Resources, 409", "Specification, General method table"})
    @Test
    void a_second_book_with_the_same_identifier_is_409(Library library) {
        var identifier = unique("TWICE");
        var first =
                library.admin().post("/v1/books/", book(identifier, "First")).expectStatus(201);
        library.admin()
                .post("/v1/books/", book(identifier, "Second"))
                .expectStatus(409)
                .expectError("duplicate", "pointer", "/data/attributes/isbn")
                .expect("/errors/0/links/about", first.header("Location"));
    }

    @Test
    void a_copy_is_created_with_its_book(Library library) {
        var book = library.newBook();
        var copy = library.admin().post("/v1/copies/", copy(unique("COPY"), book));
        copy.expectStatus(201)
                .expect("/data/attributes/days", "0")
                .expect("/data/attributes/may_leave", "false")
                .expect("/data/relationships/book/data/type", "books")
                .expect("/data/relationships/book/data/id", book);
        library.reader()
                .get("/v1/books/" + book + "/")
                .expect("/data/relationships/copies/meta/count", "1")
                .expect("/data/relationships/copies/data/0/type", "copies")
                .expect("/data/relationships/copies/data/0/id", copy.id());
    }

    @Test
    void a_book_can_be_created_with_existing_copies(Library library) {
        var first = library.newBook();
        var copy = library.create("copies", copy(unique("MOVED"), first));
        library.admin()
                .post(
                        "/v1/books/",
                        book(unique("SECONDOWNER"), "Logic II")
                                .relationship("copies", Document.linkage("copies", List.of(copy))))
                .expectStatus(201)
                .expect("/data/relationships/copies/data/0/id", copy);
        library.reader().get("/v1/books/" + first + "/").expect("/data/relationships/copies/meta/count", "0");
    }

    @Proves({"JSON:API 1.0, Updating a Resource's Attributes", "Specification, Operations"})
    @Test
    void a_patch_replaces_only_the_attributes_that_it_names(Library library) {
        var created = library.admin().post("/v1/books/", book(unique("PATCH"), "Logic"));
        library.admin()
                .patch(
                        created.text("/data/links/self"),
                        Document.of("books", created.id()).attribute("language_code", "01"))
                .expectStatus(200)
                .expect("/data/id", created.id())
                .expect("/data/attributes/language_code", "01")
                .expect("/data/attributes/title", "Logic");
    }

    @Test
    void a_put_resets_the_attributes_that_it_does_not_name(Library library) {
        var identifier = unique("PUT");
        var id = library.create("books", book(identifier, "Logic"));
        library.admin().patch("/v1/books/" + id + "/", Document.of("books", id).attribute("language_code", "01"));
        library.admin()
                .put(
                        "/v1/books/" + id + "/",
                        Document.of("books", id).attribute("isbn", identifier).attribute("title", "Other"))
                .expectStatus(200)
                .expect("/data/attributes/title", "Other")
                .expect("/data/attributes/language_code", "");
    }

    @Proves({
        "JSON:API 1.0, Updating Resources",
        "JSON:API 1.0, Updating Resources, 409",
        "Specification, General method table"
    })
    @Test
    void the_type_and_the_id_of_a_patch_must_be_those_of_the_url(Library library) {
        var id = library.newBook();
        library.admin()
                .patch("/v1/books/" + id + "/", Document.of("books", "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2"))
                .expectStatus(409)
                .expectError("id_conflict", "pointer", "/data/id");
        library.admin()
                .patch("/v1/books/" + id + "/", Document.of("copies", id))
                .expectStatus(409)
                .expectError("type_conflict", "pointer", "/data/type");
    }

    @Test
    void an_end_date_before_the_start_date_set_earlier_is_422(Library library) {
        var id = library.newBook();
        var url = "/v1/books/" + id + "/";
        library.admin()
                .patch(url, Document.of("books", id).attribute("available_from", "2024-09-03"))
                .expectStatus(200);
        library.admin()
                .patch(url, Document.of("books", id).attribute("available_until", "2024-09-02"))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/available_until");
        library.reader().get(url).expect("/data/attributes/available_until", null);
    }

    @Proves("JSON:API 1.0, Updating Resources, 404")
    @Test
    void a_change_or_deletion_of_a_nonexistent_book_is_404(Library library) {
        var id = "00000000-0000-4000-8000-000000000000";
        library.admin()
                .patch("/v1/books/" + id + "/", Document.of("books", id))
                .expectStatus(404)
                .expectError("not_found");
        library.admin().delete("/v1/books/" + id + "/").expectStatus(404).expectError("not_found");
    }

    @Test
    void a_deleted_book_and_its_copies_are_404(Library library) {
        var book = library.newBook();
        var copy = library.create("copies", copy(unique("GONE"), book));
        library.admin().delete("/v1/books/" + book + "/").expectStatus(204);
        library.reader().get("/v1/books/" + book + "/").expectStatus(404);
        library.reader().get("/v1/copies/" + copy + "/").expectStatus(404);
    }

    @Proves({"Specification, General method table", "Specification, Errors"})
    @Test
    void a_book_with_loans_cannot_be_deleted(Library library) {
        var book = library.newBook();
        library.admin().post("/v1/loans/", loan(unique("kept"), book)).expectStatus(201);
        var rejected = library.admin().delete("/v1/books/" + book + "/").expectStatus(409);
        rejected.expectError("still_referenced");
        library.reader().get("/v1/loans/?filter[book]=" + book).expect("/meta/pagination/count", "1");
        library.reader().get("/v1/books/" + book + "/").expectStatus(200);
    }
}
