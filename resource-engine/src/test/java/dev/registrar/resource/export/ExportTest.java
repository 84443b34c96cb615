package dev.registrar.resource.export;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.testing.BusClient;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of exported files. */
@ExtendWith(LibraryExtension.class)
class ExportTest {
    private static final String BOOK_COLUMNS =
            "id,publisher_code,language_code,subject_code,shelf,isbn,title,summary,available_from,available_until,changed_by,changed_on\r\n";

    private static BusClient csv(BusClient client) {
        return client.withHeader("Accept", "text/csv");
    }

    private static BusClient ndjson(BusClient client) {
        return client.withHeader("Accept", "application/x-ndjson");
    }

    private static String today(Library library) {
        return Sql.readOne(library.databaseUri(), "SELECT (now() AT TIME ZONE 'UTC')::date");
    }

    @Proves("RFC 4180, 2")
    @Test
    void every_character_is_exported_as_it_is_stored_and_null_differs_from_the_empty_string(Library library) {
        var isbn = unique("ODD");
        var title = "a,b \"c\" ;d\te' ü漢😀 ";
        var summary = "=1+1\r\nsecond\nthird\rfourth,\"\"\\n\u00a0\u2028";
        var id = library.create(
                "books",
                book(isbn, title)
                        .attribute("summary", summary)
                        .attribute("shelf", "")
                        .attribute("available_from", "2026-09-01"));
        assertThat(csv(library.reader()).file("/v1/books/?filter[isbn]=" + isbn))
                .isEqualTo(BOOK_COLUMNS
                        + "%s,\"\",\"\",\"\",\"\",%s,\"a,b \"\"c\"\" ;d\te' ü漢😀 \",\"=1+1\r\nsecond\nthird\rfourth,\"\"\"\"\\n\u00a0\u2028\",2026-09-01,,admin,%s\r\n"
                                .formatted(id, isbn, today(library)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "=SUM(A1) | '=SUM(A1)",
                "+1 | '+1",
                "-1 | '-1",
                "@x | '@x",
                "`\ta` | `'\ta`",
                "`\ra` | `\"'\ra\"`",
                "a=1 | a=1",
                "=\"a\" | \"'=\"\"a\"\"\""
            })
    void a_file_for_a_spreadsheet_has_no_formula_and_begins_with_a_byte_order_mark(
            String summary, String cell, Library library) {
        var isbn = unique("FORMULA");
        var id = library.create("books", book(isbn, "Logic").attribute("summary", summary));
        var query = "/v1/books/?fields[books]=summary&filter[isbn]=" + isbn;
        assertThat(csv(library.reader()).file(query + "&for_spreadsheet=true"))
                .isEqualTo("\uFEFFid,summary\r\n%s,%s\r\n".formatted(id, cell));
        assertThat(csv(library.reader()).file(query + "&for_spreadsheet=false"))
                .startsWith("id,summary\r\n")
                .doesNotContain("'");
    }

    @Test
    void a_to_one_relationship_is_the_identifier_of_a_resource_of_the_same_verticle_or_of_another(Library library) {
        var isbn = unique("ISBN");
        var book = library.create("books", book(isbn, "Logic"));
        var barcode = unique("BARCODE");
        var copy = library.create("copies", copy(barcode, book));
        assertThat(csv(library.reader()).file("/v1/copies/?filter[barcode]=" + barcode))
                .isEqualTo(
                        "id,barcode,days,may_leave,available_from,available_until,changed_by,changed_on,book\r\n%s,%s,0,false,,,admin,%s,%s\r\n"
                                .formatted(copy, barcode, today(library), isbn));
        var borrower = unique("borrower");
        var loan = library.create("loans", loan(borrower, book));
        assertThat(csv(library.reader()).file("/v1/loans/?filter[borrower]=" + borrower))
                .matches(
                        "id,borrower,state,book,asked_at,returned_at,stage\r\n%s,%s,requested,%s,[0-9-]+T[0-9:.]+Z,,open\r\n"
                                .formatted(loan, borrower, isbn));
    }

    @Test
    void a_relationship_to_nothing_is_an_empty_cell(Library library) {
        var barcode = unique("ALONE");
        var copy = library.create("copies", Document.of("copies").attribute("barcode", barcode));
        assertThat(csv(library.reader())
                        .file("/v1/copies/?include=book&fields[copies]=book&fields[books]=title&filter[barcode]="
                                + barcode))
                .isEqualTo("id,book,book.title\r\n%s,,\r\n".formatted(copy));
    }

    @Test
    void included_resources_are_columns_limited_by_their_fields(Library library) {
        var isbn = unique("WITH");
        var book = library.create("books", book(isbn, "Ethics").attribute("summary", ""));
        var copy = library.create("copies", copy(unique("WITH"), book));
        assertThat(csv(library.reader())
                        .file("/v1/copies/?include=book&fields[copies]=&fields[books]=title,summary&filter[book]="
                                + book))
                .isEqualTo("id,book.title,book.summary\r\n%s,Ethics,\"\"\r\n".formatted(copy));
        var loan = library.create("loans", loan(unique("with"), book));
        assertThat(csv(library.reader())
                        .file(
                                "/v1/loans/?include=book&fields[loans]=book&fields[books]=title,available_from,summary&filter[book]="
                                        + book))
                .isEqualTo("id,book,book.title,book.summary,book.available_from\r\n%s,%s,Ethics,\"\",\r\n"
                        .formatted(loan, isbn));
        assertThat(csv(library.reader()).file("/v1/loans/?include=book&fields[loans]=state&filter[book]=" + book))
                .startsWith(
                        "id,state,book.publisher_code,book.language_code,book.subject_code,book.shelf,book.isbn,book.title,");
    }

    @Test
    void fields_choose_the_columns_also_those_of_meta(Library library) {
        var borrower = unique("chosen");
        var loan = library.create("loans", loan(borrower, library.newBook()));
        assertThat(csv(library.reader()).file("/v1/loans/?fields[loans]=stage,borrower&filter[borrower]=" + borrower))
                .isEqualTo("id,borrower,stage\r\n%s,%s,open\r\n".formatted(loan, borrower));
    }

    @Test
    void filters_and_sort_apply_and_there_are_no_page_limits(Library library) {
        var shelf = unique("S");
        for (var number = 101; number <= 205; number++) {
            library.create(
                    "books",
                    book(shelf + number, "Logic").attribute("shelf", shelf.substring(0, Math.min(10, shelf.length()))));
        }
        var records = csv(library.reader())
                .file("/v1/books/?fields[books]=isbn&sort=-isbn&filter[isbn.startswith]=" + shelf)
                .split("\r\n");
        assertThat(records).hasSize(106);
        assertThat(records[1]).endsWith("," + shelf + "205");
        assertThat(records[105]).endsWith("," + shelf + "101");
    }

    @Test
    void an_empty_file_has_a_header_line_or_nothing(Library library) {
        assertThat(csv(library.reader()).file("/v1/books/?filter[isbn]=nothing"))
                .isEqualTo(BOOK_COLUMNS);
        assertThat(ndjson(library.reader()).file("/v1/books/?filter[isbn]=nothing"))
                .isEmpty();
    }

    @Test
    void the_related_resources_of_one_are_exported(Library library) {
        var book = library.newBook();
        var copy = library.create("copies", copy(unique("RELATED"), book));
        var unused = library.create("copies", copy(unique("OTHER"), library.newBook()));
        assertThat(csv(library.reader()).file("/v1/books/%s/copies/?fields[copies]=days".formatted(book)))
                .isEqualTo("id,days\r\n%s,0\r\n".formatted(copy));
        csv(library.reader())
                .get("/v1/books/9b1f0cf4-6dd3-4f0e-8d41-1f3d6f0c7a55/copies/")
                .expectStatus(404)
                .expectError("not_found");
        csv(library.reader()).get("/v1/copies/%s/book/".formatted(copy)).expectStatus(405);
    }

    @Test
    void a_line_of_ndjson_is_the_resource_object_of_a_page(Library library) {
        var borrower = unique("lines");
        for (var number = 0; number < 3; number++) {
            library.create("loans", loan(borrower, library.newBook()));
        }
        var query = "/v1/loans/?sort=-state&fields[loans]=borrower,book&filter[borrower]=" + borrower;
        var page = library.reader().get(query).at("/data");
        var lines = ndjson(library.reader()).file(query);
        assertThat(lines).endsWith("\n");
        assertThat(List.of(lines.split("\n")))
                .hasSize(3)
                .containsExactly(
                        page.get(0).toString(),
                        page.get(1).toString(),
                        page.get(2).toString());
    }

    @Test
    void a_caller_who_is_bound_to_a_person_gets_only_what_belongs_to_that_person(Library library) {
        var book = library.newBook();
        var ann = unique("ann");
        var loan = library.create("loans", loan(ann, book));
        library.create("loans", loan(unique("bob"), book));
        var bound = new Caller("", "portal", "portal", Set.of("read"), Optional.of(ann));
        for (var query : List.of("", "?filter[book]=" + book)) {
            assertThat(csv(library.reader().as(bound))
                            .file("/v1/loans/" + query)
                            .split("\r\n"))
                    .hasSize(2)
                    .satisfies(records -> assertThat(records[1]).startsWith(loan + "," + ann + ","));
            assertThat(ndjson(library.reader().as(bound))
                            .file("/v1/loans/" + query)
                            .split("\n"))
                    .hasSize(1);
        }
        csv(library.reader().as(Caller.unbound("nobody", Set.of("create"))))
                .get("/v1/loans/")
                .expectStatus(403)
                .expectError("forbidden");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "books/?page[size]=10",
                "books/?page[number]=1",
                "books/?page[after]=",
                "books/?for_spreadsheet=yes",
                "books/?for_spreadshet=true",
                "books/?include=copies",
                "copies/?include=book.copies",
                "loans/?include=book.copies",
                "loans/?include=book&fields[books]=tittle",
                "loans/?fields[loans]=stag",
                "loans/?sort=shoe_size"
            })
    void a_wrong_query_is_rejected(String query, Library library) {
        csv(library.reader()).get("/v1/" + query).expectStatus(400);
    }

    @Test
    void ndjson_has_no_columns(Library library) {
        for (var query : List.of("include=book", "for_spreadsheet=true", "fields[loans]=stage")) {
            ndjson(library.reader()).get("/v1/loans/?" + query).expectStatus(400);
        }
    }
}
