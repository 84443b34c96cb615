package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Changes and deletions of books. */
@ExtendWith(LibraryExtension.class)
class BookChangeTest {

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
    void a_book_can_be_patched_with_the_document_as_read(Library library) {
        var created = library.admin().post("/v1/books/", book(unique("BACK"), "Logic"));
        library.admin()
                .patch("/v1/books/" + created.id() + "/", created.body())
                .expectStatus(200)
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
