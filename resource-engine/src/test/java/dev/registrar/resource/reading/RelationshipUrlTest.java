package dev.registrar.resource.reading;

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

/** What is read and changed at the URLs of relationships and related resources. */
@ExtendWith(LibraryExtension.class)
class RelationshipUrlTest {
    private String book;
    private String copy;

    @BeforeEach
    void a_book_with_a_copy(Library library) {
        book = library.newBook();
        copy = library.create("copies", copy(unique("RELCOPY"), book));
    }

    private String linkageUrl() {
        return "/v1/books/" + book + "/relationships/copies";
    }

    private Document linkage() {
        return Document.linkage("copies", List.of(copy));
    }

    @Proves({"JSON:API 1.0, Resource Linkage", "Specification, Relationship object"})
    @Test
    void the_links_of_a_relationship_have_the_specified_form_and_can_be_read(Library library) {
        var read = library.reader().get("/v1/books/" + book + "/");
        read.expect("/data/relationships/copies/links/self", library.url() + linkageUrl())
                .expect("/data/relationships/copies/links/related", library.url() + "/v1/books/" + book + "/copies/");
        library.reader()
                .get(read.text("/data/relationships/copies/links/self"))
                .expectStatus(200)
                .expect("/data/0/id", copy)
                .expect("/meta/count", "1")
                .expect("/links/self", library.url() + linkageUrl());
        library.reader()
                .get(read.text("/data/relationships/copies/links/related"))
                .expectStatus(200)
                .expect("/data/0/id", copy)
                .expect("/meta/pagination/count", "1");
    }

    @Proves({"Specification, Relationship object"})
    @Test
    void the_book_of_a_copy_can_be_read_at_both_of_its_links(Library library) {
        var read = library.reader().get("/v1/copies/" + copy + "/");
        read.expect("/data/relationships/book/links/self", library.url() + "/v1/copies/" + copy + "/relationships/book")
                .expect("/data/relationships/book/links/related", library.url() + "/v1/copies/" + copy + "/book/")
                .expectAbsent("/data/relationships/book/meta");
        library.reader()
                .get(read.text("/data/relationships/book/links/self"))
                .expect("/data/type", "books")
                .expect("/data/id", book);
        library.reader()
                .get(read.text("/data/relationships/book/links/related"))
                .expect("/data/id", book)
                .expect("/data/attributes/title", "Logic");
    }

    @Test
    void a_related_collection_supports_the_query_parameters_of_collections(Library library) {
        var more = library.create("copies", copy(unique("SELCOPY"), book));
        var page = library.reader().get("/v1/books/" + book + "/copies/?sort=-barcode&page[size]=1&include=book");
        page.expect("/data/0/id", more).expect("/included/0/id", book).expect("/meta/pagination/pages", "2");
        assertThat(page.text("/links/next")).startsWith(library.url() + "/v1/books/" + book + "/copies/?");
    }

    @Proves({
        "JSON:API 1.0, Fetching Resources",
        "JSON:API 1.0, Updating To-Many Relationships",
        "JSON:API 1.0, Updating Relationships, 200"
    })
    @Test
    void adding_a_present_member_and_removing_an_absent_one_change_nothing(Library library) {
        library.admin().post(linkageUrl(), linkage()).expectStatus(200).expect("/meta/count", "1");
        library.admin().delete(linkageUrl(), linkage()).expectStatus(200).expect("/meta/count", "0");
        library.admin().delete(linkageUrl(), linkage()).expectStatus(200).expect("/meta/count", "0");
        library.reader().get("/v1/copies/" + copy + "/book/").expectStatus(200).expect("/data", null);
    }

    @Proves("JSON:API 1.0, Updating To-Many Relationships")
    @Test
    void a_patch_of_a_to_many_relationship_replaces_all_members(Library library) {
        library.admin()
                .patch(linkageUrl(), Document.linkage("copies", List.of()))
                .expectStatus(200)
                .expect("/meta/count", "0");
        library.admin().patch(linkageUrl(), linkage()).expectStatus(200).expect("/data/0/id", copy);
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

    @Proves({"JSON:API 1.0, Creating, Updating and Deleting", "JSON:API 1.0, Updating To-Many Relationships"})
    @Test
    void a_nonexistent_member_is_404_with_a_pointer_to_it_and_changes_nothing(Library library) {
        var absent = "00000000-0000-4000-8000-000000000000";
        library.admin()
                .patch(linkageUrl(), Document.linkage("copies", List.of(absent)))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/0/id");
        library.reader().get(linkageUrl()).expect("/data/0/id", copy);
        library.admin()
                .patch("/v1/copies/" + copy + "/relationships/book", Document.linkage("books", absent))
                .expectStatus(404)
                .expectError("related_not_found", "pointer", "/data/id");
        library.reader().get("/v1/copies/" + copy + "/book/").expect("/data/id", book);
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
        library.reader()
                .get("/v1/books/1/relationships/copies")
                .expectStatus(404)
                .expect("/errors/0/detail", "There is nothing with this id among the books; ids are UUIDs.");
        library.reader()
                .get("/v1/books/" + book + "/students/")
                .expectStatus(404)
                .expectError("not_found");
    }
}
