package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of relationships together with their resource, from either side, in one transaction. */
@ExtendWith(LibraryExtension.class)
class UpdatedRelationshipsTest {
    private static final String ABSENT_ID = "00000000-0000-4000-8000-000000000000";

    private String book;
    private String otherBook;
    private String copy;
    private String otherCopy;

    @BeforeEach
    void two_books_with_a_copy_each(Library library) {
        book = library.newBook();
        otherBook = library.newBook();
        copy = newCopy(library, book);
        otherCopy = newCopy(library, otherBook);
    }

    private static String newCopy(Library library, String book) {
        return library.create("copies", copy(unique("UPDCOPY"), book));
    }

    private Document bookWithCopy(String copyId) {
        return Document.of("books", book)
                .attribute("title", "Changed")
                .relationship("copies", Document.linkage("copies", List.of(copyId)));
    }

    private List<String> copiesOf(Library library, String bookId) {
        return library.reader()
                .get("/v1/books/" + bookId + "/relationships/copies")
                .each("/id");
    }

    @Proves("JSON:API 1.0, Updating a Resource's Relationships")
    @Test
    void a_patch_replaces_only_the_relationships_that_it_names(Library library) {
        library.admin()
                .patch("/v1/books/" + book + "/", bookWithCopy(otherCopy))
                .expectStatus(200)
                .expect("/data/attributes/title", "Changed")
                .expect("/data/relationships/copies/data/0/id", otherCopy);
        assertThat(copiesOf(library, otherBook)).isEmpty();
        library.reader().get("/v1/copies/" + copy + "/").expect("/data/relationships/book/data", null);

        library.admin()
                .patch("/v1/books/" + book + "/", Document.of("books", book).attribute("title", "Again"))
                .expectStatus(200);
        assertThat(copiesOf(library, book)).containsExactly(otherCopy);
    }

    @Test
    void a_patch_of_a_copy_can_move_it_to_another_book(Library library) {
        library.admin()
                .patch(
                        "/v1/copies/" + copy + "/",
                        Document.of("copies", copy)
                                .attribute("may_leave", true)
                                .relationship("book", Document.linkage("books", otherBook)))
                .expectStatus(200)
                .expect("/data/attributes/may_leave", "true")
                .expect("/data/relationships/book/data/id", otherBook);
        assertThat(copiesOf(library, otherBook)).contains(copy);
        assertThat(copiesOf(library, book)).isEmpty();
    }

    @Proves({
        "JSON:API 1.0, Updating Resources, 404",
        "JSON:API 1.0, Creating, Updating and Deleting",
        "JSON:API 1.0, Updating To-Many Relationships"
    })
    @Test
    void a_nonexistent_related_resource_is_404_with_a_pointer_to_it_and_changes_nothing(Library library) {
        library.admin()
                .patch("/v1/books/" + book + "/", bookWithCopy(ABSENT_ID))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/relationships/copies/data/0/id");
        library.admin()
                .patch("/v1/books/" + book + "/relationships/copies", Document.linkage("copies", List.of(ABSENT_ID)))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/0/id");
        library.admin()
                .patch("/v1/copies/" + copy + "/relationships/book", Document.linkage("books", ABSENT_ID))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/id");
        library.reader().get("/v1/books/" + book + "/").expect("/data/attributes/title", "Logic");
        assertThat(copiesOf(library, book)).containsExactly(copy);
    }

    @Proves("JSON:API 1.0, Updating To-One Relationships")
    @Test
    void an_optional_to_one_relationship_can_be_set_to_null(Library library) {
        library.admin()
                .patch("/v1/copies/" + copy + "/relationships/book", Document.noLinkage())
                .expectStatus(200)
                .expect("/data", null);
        library.reader().get("/v1/copies/" + copy + "/").expect("/data/relationships/book/data", null);
    }

    @Test
    void the_response_to_a_patch_is_that_of_a_get_with_the_same_parameters(Library library) {
        var url = "/v1/books/" + book + "/?include=copies&fields[copies]=barcode";
        var changed = library.admin().patch(url, bookWithCopy(otherCopy)).expectStatus(200);
        assertThat(changed.body()).isEqualTo(library.reader().get(url).body());
        changed.expect("/included/0/id", otherCopy);
    }

    @Proves({"JSON:API 1.0, Updating To-Many Relationships", "JSON:API 1.0, Updating Relationships, 200"})
    @Test
    void members_that_are_already_missing_are_removed_without_an_error_and_one_that_is_named_twice_is_added_once(
            Library library) {
        var url = "/v1/books/" + book + "/relationships/copies";
        for (var missing : List.of(ABSENT_ID, otherCopy, "20241LOGIC")) {
            library.admin()
                    .delete(url, Document.linkage("copies", List.of(missing)))
                    .expectStatus(200);
            assertThat(copiesOf(library, book)).as(missing).containsExactly(copy);
        }
        library.admin()
                .delete(url, Document.linkage("copies", List.of("20241LOGIC", copy)))
                .expectStatus(200);
        assertThat(copiesOf(library, book)).isEmpty();
        assertThat(copiesOf(library, otherBook)).containsExactly(otherCopy);
        library.admin()
                .post(url, Document.linkage("copies", List.of(otherCopy, otherCopy)))
                .expectStatus(200)
                .expect("/meta/count", "1");
        library.admin()
                .post(url, Document.linkage("copies", List.of(otherCopy)))
                .expect("/meta/count", "1");
    }

    @Proves("JSON:API 1.0, Updating Resources, 403")
    @Test
    void members_cannot_be_added_to_a_to_one_relationship_or_removed(Library library) {
        var url = "/v1/copies/" + copy + "/relationships/book";
        var linkage = Document.linkage("books", List.of(otherBook));
        library.admin().post(url, linkage).expectStatus(403).expectError("forbidden");
        library.admin().delete(url, linkage).expectStatus(403).expectError("forbidden");
    }

    @Proves("JSON:API 1.0, Updating To-Many Relationships")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\": null}",
                "{\"data\": {\"type\": \"copies\", \"id\": \"%s\"}}",
                "{\"data\": [{\"type\": \"copies\"}]}",
                "{\"data\": [\"%s\"]}",
                "{}"
            })
    void linkage_of_a_to_many_relationship_that_is_not_an_array_of_identifiers_is_400(
            String document, Library library) {
        library.admin()
                .patch("/v1/books/" + book + "/relationships/copies", document.formatted(copy))
                .expectStatus(400)
                .expectError("malformed_document");
        assertThat(copiesOf(library, book)).containsExactly(copy);
    }
}
