package dev.registrar.resource.reading;

import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Proves;
import io.vertx.core.Handler;
import io.vertx.core.eventbus.DeliveryContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loans with their books, which another verticle stores. */
@ExtendWith(LibraryExtension.class)
class CrossVerticleTest {
    private String borrower;
    private String firstBook;
    private String secondBook;
    private String copy;
    private String id;

    @BeforeEach
    void a_person_with_two_books(Library library) {
        borrower = unique("cross");
        firstBook = library.newBook();
        secondBook = library.newBook();
        copy = library.create("copies", copy(unique("CROSSCOPY"), firstBook));
        id = library.create("loans", loan(borrower, firstBook));
        library.admin().post("/v1/loans/", loan(borrower, secondBook)).expectStatus(201);
    }

    private String ours(String parameters) {
        return "/v1/loans/?filter[borrower]=" + borrower + "&" + parameters;
    }

    private static List<String> included(Reply response) {
        return response.at("/included").findValuesAsText("self").stream()
                .filter(self -> self.matches(".*/[0-9a-f-]{36}/"))
                .map(self -> self.replaceAll(".*/v1/(.*)/$", "$1"))
                .toList();
    }

    @Proves("JSON:API 1.0, Compound Documents")
    @Test
    void the_books_of_a_page_of_loans_are_each_included_once(Library library) {
        var response = library.reader().get(ours("include=book")).expectStatus(200);
        assertThat(included(response)).containsExactlyInAnyOrder("books/" + firstBook, "books/" + secondBook);
        response.expect("/included/0/attributes/title", "Logic");
    }

    @Test
    void the_included_books_of_a_page_are_fetched_with_one_message(Library library) {
        var messages = new AtomicInteger();
        Handler<DeliveryContext<Object>> counter = delivery -> {
            if (delivery.message().address().startsWith("registrar.books")) {
                messages.incrementAndGet();
            }
            delivery.next();
        };
        library.vertx().eventBus().addOutboundInterceptor(counter);
        library.reader().get(ours("include=book.copies")).expectStatus(200);
        library.vertx().eventBus().removeOutboundInterceptor(counter);
        assertThat(messages).hasValue(1);
    }

    @Proves({"JSON:API 1.0, Compound Documents", "JSON:API 1.0, Inclusion of Related Resources"})
    @Test
    void include_paths_continue_from_books_to_their_copies_with_full_linkage(Library library) {
        var response = library.reader()
                .get("/v1/loans/" + id + "/?include=book.copies")
                .expectStatus(200);
        assertThat(included(response)).containsExactly("books/" + firstBook, "copies/" + copy);
        response.expect("/included/0/relationships/copies/data/0/id", copy);
    }

    @Proves("JSON:API 1.0, Sparse Fieldsets")
    @Test
    void sparse_fieldsets_apply_to_included_books_even_without_linkage_in_the_loans(Library library) {
        var response = library.reader()
                .get(ours("include=book&fields[loans]=borrower&fields[books]=title"))
                .expectStatus(200)
                .expectAbsent("/data/0/relationships")
                .expectAbsent("/included/0/relationships")
                .expectAbsent("/included/0/attributes/isbn");
        assertThat(included(response)).hasSize(2);
    }

    @Proves("JSON:API 1.1, Inclusion of Related Resources")
    @Test
    void an_empty_page_includes_nothing(Library library) {
        JsonNode included = library.reader()
                .get("/v1/loans/?filter[borrower]=nobody&include=book")
                .expectStatus(200)
                .at("/included");
        assertThat(included).isEmpty();
    }

    @Proves("JSON:API 1.0, Inclusion of Related Resources")
    @ParameterizedTest
    @CsvSource({
        "include=students, unknown_include, include",
        "include=book.students, unknown_include, include",
        "include=book.copies.stock.copies, unknown_include, include",
        "include=book&fields[books]=shoe_size, unknown_field, fields[books]",
        "include=book&fields[people]=name, unknown_parameter, fields[people]",
        "fields[books]=title, unknown_parameter, fields[books]"
    })
    void an_invalid_include_or_fieldset_is_400_even_on_an_empty_page(
            String parameters, String code, String parameter, Library library) {
        library.reader().get(ours(parameters)).expectStatus(400).expectError(code, "parameter", parameter);
        library.reader()
                .get("/v1/loans/?filter[borrower]=nobody&" + parameters)
                .expectStatus(400)
                .expectError(code, "parameter", parameter);
    }

    @Test
    void the_related_url_of_a_loan_returns_its_book(Library library) {
        var related = "/v1/loans/" + id + "/book/";
        library.reader()
                .get(related + "?fields[books]=title")
                .expectStatus(200)
                .expect("/data/id", firstBook)
                .expect("/data/links/self", library.url() + "/v1/books/" + firstBook + "/")
                .expect("/links/self", library.url() + related + "?fields%5Bbooks%5D=title");
    }

    @Test
    void loans_can_be_read_without_the_verticle_of_the_books_but_includes_are_503(Library library) {
        try (var lending = library.withoutStock()) {
            lending.reader().get(ours("page[size]=1")).expectStatus(200);
            lending.reader().get(ours("include=book")).expectStatus(503).expectError("service_unavailable");
            lending.reader().get("/v1/loans/" + id + "/book/").expectStatus(503);
        }
    }
}
