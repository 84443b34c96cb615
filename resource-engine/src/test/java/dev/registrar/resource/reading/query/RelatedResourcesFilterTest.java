package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.document.Document;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The requests that the documentation recommends for conditions on related resources. */
@ExtendWith(LibraryExtension.class)
class RelatedResourcesFilterTest {
    private String subject;
    private String logic;
    private String ethics;

    @BeforeEach
    void two_books_of_a_subject(Library library) {
        subject = unique("Q");
        logic = library.create("books", named("Logic"));
        ethics = library.create("books", named("Ethics"));
    }

    private Document named(String name) {
        return book(unique("RELATED"), name).attribute("subject_code", subject);
    }

    @Test
    void include_returns_all_copies_of_a_book_found_by_one_and_the_copies_can_be_filtered_at_their_own_url(
            Library library) {
        var autumn = unique("20253");
        var spring = unique("20251");
        library.create("copies", copy(autumn, logic));
        library.create("copies", copy(spring, logic));
        library.create("copies", copy(unique("20251"), ethics));
        var found = library.reader().get("/v1/books/?filter[copies.barcode]=%s&include=copies".formatted(autumn));
        assertThat(found.each("/id")).containsExactly(logic);
        assertThat(found.at("/included").findValuesAsText("barcode")).containsExactlyInAnyOrder(autumn, spring);

        var ofOne = "/v1/books/%s/copies/?filter[barcode.startswith]=20253".formatted(logic);
        assertThat(library.reader().get(ofOne).each("/attributes/barcode")).containsExactly(autumn);
        var ofAll = library.reader()
                .get("/v1/copies/?filter[barcode.startswith]=20251&filter[book.subject_code]=%s&include=book"
                        .formatted(subject));
        assertThat(ofAll.each("/attributes/barcode")).hasSize(2).contains(spring);
        assertThat(ofAll.at("/included").findValuesAsText("title")).containsExactlyInAnyOrder("Logic", "Ethics");
    }

    @Test
    void filters_over_one_relationship_are_conditions_on_the_same_related_resource(Library library) {
        for (var book : List.of(logic, ethics)) {
            var examined = book.equals(logic) ? "20253" : "20251";
            for (var semester : List.of("20251", "20253")) {
                library.create(
                        "copies",
                        copy(unique(semester), book)
                                .attribute("may_leave", semester.equals(examined))
                                .attribute("days", semester.equals(examined) ? 4 : 7));
            }
        }
        var books = "/v1/books/?filter[subject_code]=" + subject;
        var autumn = "&filter[copies.barcode.startswith]=20253";
        assertThat(library.reader().get(books + autumn).each("/id")).containsExactlyInAnyOrder(logic, ethics);
        for (var page : List.of("", "&page[after]=")) {
            assertThat(library.reader()
                            .get(books + autumn + "&filter[copies.may_leave]=true" + page)
                            .each("/id"))
                    .containsExactly(logic);
            assertThat(library.reader()
                            .get(books + autumn + "&filter[copies.may_leave]=true" + "&filter[copies.days.gt]=4" + page)
                            .each("/id"))
                    .isEmpty();
        }
        var copies = library.reader()
                .get("/v1/copies/?filter[book]=%s&filter[may_leave]=true".formatted(logic))
                .each("/id");
        assertThat(library.reader()
                        .get(books + "&filter[copies.id]=%s&filter[copies.days]=7".formatted(copies.get(0)))
                        .each("/id"))
                .isEmpty();
    }

    @Test
    void loans_can_be_read_by_attributes_of_their_book_and_in_their_order_in_two_requests(Library library) {
        library.create("loans", loan(unique("ab"), logic));
        library.create("loans", loan(unique("ab"), ethics));
        var books = library.reader()
                .get("/v1/books/?filter[subject_code]=%s&sort=title&fields[books]=".formatted(subject))
                .each("/id");
        assertThat(books).containsExactly(ethics, logic);
        var loans = library.reader().get("/v1/loans/?filter[book]=" + String.join(",", books));
        assertThat(loans.each("/relationships/book/data/id")).containsExactlyInAnyOrderElementsOf(books);
    }
}
