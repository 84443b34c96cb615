package dev.registrar.resource.imports;

import static dev.registrar.resource.imports.ImportingLibrary.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.imports.ImportingLibrary.Staging;
import dev.registrar.testing.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the rows of an import do, each for itself. */
class ImportTest {
    private static final Staging BOOKS = Staging.BOOKS;

    @AutoClose
    private static ImportingLibrary library;

    @BeforeAll
    static void a_library_that_works_on_imports() throws Exception {
        library = ImportingLibrary.create();
        library.startNode();
    }

    @BeforeEach
    void nothing_else() throws Exception {
        library.execute("DELETE FROM lending.loans", "DELETE FROM stock.copies", "DELETE FROM stock.books");
    }

    private static List<String> titles() {
        return library.rows("SELECT isbn || ' ' || title FROM stock.books ORDER BY isbn");
    }

    @Test
    void rows_are_created_changed_or_left_as_they_are() throws Exception {
        assertThat(library.run("books", BOOKS, "isbn,title", "B1,Logic", "B2,Sets", "B3,Numbers"))
                .isEqualTo("done 3 created");
        assertThat(library.run("books", BOOKS, "isbn,title", "b1,Logic", "B2,All sets", "B4,Algebra", "B3,Numbers"))
                .isEqualTo("done 1 created, 2 updated, 1 unchanged");
        assertThat(titles()).containsExactly("B2 All sets", "B3 Numbers", "B4 Algebra", "b1 Logic");
    }

    @Test
    void a_missing_column_keeps_what_is_there_and_is_the_default_of_a_new_resource() throws Exception {
        library.run("books", BOOKS, "isbn,title,summary,shelf,available_from", "B1,Logic,About it,A1,2024-09-03");
        assertThat(library.run("books", BOOKS, "isbn,title", "B1,More logic", "B2,Sets"))
                .isEqualTo("done 1 created, 1 updated");
        assertThat(library.rows(
                        "SELECT concat_ws('|', title, summary, shelf, available_from) FROM stock.books ORDER BY isbn"))
                .containsExactly("More logic|About it|A1|2024-09-03", "Sets||");
    }

    @Test
    void an_empty_cell_is_null_where_that_is_allowed_and_else_the_empty_text() throws Exception {
        library.run("books", BOOKS, "isbn,title,summary,available_from", "B1,Logic,About it,2024-09-03");
        assertThat(library.run("books", BOOKS, "isbn,title,summary,available_from", "B1,Logic,,"))
                .isEqualTo("done 1 updated");
        assertThat(library.value("SELECT summary || '/' || coalesce(available_from::text, 'null') FROM stock.books"))
                .isEqualTo("/null");
    }

    @Test
    void cells_are_read_by_the_kind_of_their_attribute() throws Exception {
        library.run("books", BOOKS, "isbn,title", "\"B,1\",\"Lo\"\"gic\"");
        assertThat(library.run(
                        "copies", Staging.COPIES, "barcode,days,may_leave,book", "C1,14,TRUE,\"b,1\"", "C2,0,false,"))
                .isEqualTo("done 2 created");
        assertThat(library.rows("""
                SELECT concat_ws('|', barcode, days, may_leave, coalesce(title, 'none'))
                FROM stock.copies LEFT JOIN stock.books b ON b.id = book_id ORDER BY barcode""")).containsExactly("C1|14|t|Lo\"gic", "C2|0|f|none");
    }

    @Test
    void all_errors_of_a_row_are_told_with_their_columns_and_its_line() throws Exception {
        var id = library.stage(
                "copies",
                Staging.COPIES,
                "barcode,days,may_leave,available_from,book",
                "C1,many,perhaps,2024-02-30,B1",
                "\"C\n2\",1,true,,",
                "C3,1,true,,");
        assertThat(library.end(id)).isEqualTo("done 1 created, 2 rejected");
        assertThat(library.errors(id).keySet()).containsExactly(2, 3);
        assertThat(library.errors(id).get(2))
                .containsExactlyInAnyOrder(
                        "column days: wrong_type",
                        "column may_leave: wrong_type",
                        "column available_from: invalid_value",
                        "column book: related_not_found");
        assertThat(library.errors(id).get(3)).containsExactly("column barcode: invalid_value");
        assertThat(library.value("SELECT content FROM imports.import_errors WHERE import_id = '%s' AND line = 3", id))
                .isEqualTo("\"C\n2\",1,true,,");
        assertThat(library.value(
                        "SELECT errors::text FROM imports.import_errors WHERE import_id = '%s' AND line = 2", id))
                .contains("There is nothing with the isbn \\\"B1\\\" among the books.");
    }

    @Test
    void what_only_the_database_finds_is_an_error_of_its_row_alone() throws Exception {
        library.run("books", BOOKS, "isbn,title,available_from", "B1,Logic,2024-09-03", "B2,Sets,");
        var rows = new ArrayList<>(
                IntStream.range(0, 40).mapToObj(n -> "N%s,New,".formatted(n)).toList());
        rows.add(17, "B1,Logic,2020-01-01");
        rows.add(29, "B2,Sets again,2024-01-01");
        var id = library.stage("books", BOOKS, lines("isbn,title,available_until", rows));
        assertThat(library.end(id)).isEqualTo("done 40 created, 1 updated, 1 rejected");
        assertThat(library.errors(id)).containsOnlyKeys(19);
        assertThat(library.errors(id).get(19)).containsExactly("column available_until: invalid_value");
    }

    @Test
    void rows_that_are_matched_by_id_may_change_identifiers() throws Exception {
        library.run("books", BOOKS, "isbn,title", "B1,Logic", "B2,Sets");
        var ids = library.rows("SELECT id FROM stock.books ORDER BY isbn");
        var id = library.stage(
                "books",
                BOOKS.by("id"),
                "id,isbn,title",
                ids.get(0) + ",B9,Logic",
                ids.get(1) + ",B9,Sets",
                UUID.randomUUID() + ",B7,Lost",
                "none,B6,Wrong",
                ",B5,New");
        assertThat(library.end(id)).isEqualTo("done 1 created, 1 updated, 3 rejected");
        assertThat(titles()).containsExactly("B2 Sets", "B5 New", "B9 Logic");
        assertThat(library.errors(id).values())
                .containsExactly(
                        List.of("column isbn: duplicate"),
                        List.of("column id: not_found"),
                        List.of("column id: not_found"));
    }

    @Test
    void the_second_row_with_a_key_is_rejected_and_names_the_first_one() throws Exception {
        var rows = new ArrayList<String>();
        IntStream.range(0, 1_500).forEach(n -> rows.add("B%s,Book %s".formatted(n, n)));
        rows.add("b3,Another");
        rows.add("B1499,The same again");
        var id = library.stage("books", BOOKS, lines("isbn,title", rows));
        assertThat(library.end(id)).isEqualTo("done 1500 created, 2 rejected");
        assertThat(library.errors(id)).containsOnlyKeys(1502, 1503);
        assertThat(library.value(
                        "SELECT errors -> 0 ->> 'detail' FROM imports.import_errors WHERE import_id = '%s' AND line = 1502",
                        id))
                .startsWith("Line 5 ");
        assertThat(library.value(
                        "SELECT errors -> 0 ->> 'detail' FROM imports.import_errors WHERE import_id = '%s' AND line = 1503",
                        id))
                .startsWith("Line 1501 ");
    }

    @Test
    void a_mode_lets_rows_only_create_or_only_change() throws Exception {
        library.run("books", BOOKS, "isbn,title", "B1,Logic");
        var created = library.stage("books", BOOKS.only("create"), "isbn,title", "B1,Changed", "B2,Sets");
        assertThat(library.end(created)).isEqualTo("done 1 created, 1 rejected");
        assertThat(library.errors(created)).hasToString("{2=[column isbn: duplicate]}");
        var changed = library.stage("books", BOOKS.only("update"), "isbn,title", "B1,Changed", "B3,Numbers");
        assertThat(library.end(changed)).isEqualTo("done 1 updated, 1 rejected");
        assertThat(library.errors(changed)).hasToString("{3=[column isbn: not_found]}");
        assertThat(titles()).containsExactly("B1 Changed", "B2 Sets");
    }

    @Test
    void lines_of_json_are_resource_objects() throws Exception {
        var id = library.stage(
                "books",
                BOOKS.ofJson(),
                "{\"type\":\"books\",\"attributes\":{\"isbn\":\"B1\",\"title\":\"Logic\",\"changed_by\":\"x\"},"
                        + "\"relationships\":{\"copies\":{\"data\":[]}},\"links\":{},\"id\":\"%s\"}"
                                .formatted(UUID.randomUUID()),
                "{\"type\":\"copies\",\"attributes\":{}}",
                "{\"type\":\"books\",\"attributes\":{\"isbn\":\"B2\",\"title\":7,\"shell\":\"A1\"}}",
                "{\"type\":\"books\"",
                "[]");
        assertThat(library.end(id)).isEqualTo("done 1 created, 4 rejected");
        assertThat(library.errors(id).get(2)).containsExactly("pointer /type: type_conflict");
        assertThat(library.errors(id).get(3))
                .containsExactlyInAnyOrder(
                        "pointer /attributes/title: wrong_type", "pointer /attributes/shell: unknown_attribute");
        assertThat(library.errors(id).get(4)).containsExactly("malformed_json");
        assertThat(library.errors(id).get(5)).containsExactly("pointer : malformed_document");
        assertThat(
                        library.run(
                                "copies",
                                Staging.COPIES.ofJson(),
                                "{\"type\":\"copies\",\"attributes\":{\"barcode\":\"C1\"},\"relationships\":{\"book\":{\"data\":{\"type\":\"books\",\"id\":\"B1\"}}}}"))
                .isEqualTo("done 1 created");
    }

    @Test
    void related_resources_of_another_verticle_are_named_by_their_identifiers() throws Exception {
        var books =
                IntStream.range(0, 150).mapToObj(n -> "B%s,Logic".formatted(n)).toList();
        library.run("books", BOOKS, lines("isbn,title", books));
        var loans = new ArrayList<>(
                IntStream.range(0, 150).mapToObj(n -> "p%s,b%s".formatted(n, n)).toList());
        loans.add("p1,B999");
        loans.add("p2,\"B\"\"1,2\"");
        var id = library.stage("loans", BOOKS.by("borrower,book"), lines("borrower,book", loans));
        assertThat(library.end(id)).isEqualTo("done 150 created, 2 rejected");
        assertThat(library.errors(id))
                .hasToString("{152=[column book: related_not_found], 153=[column book: related_not_found]}");
        assertThat(
                        library.value(
                                "SELECT count(*) FROM lending.loans l JOIN stock.books b ON b.id = book_id WHERE isbn = 'B' || substr(borrower, 2)"))
                .isEqualTo("150");
        assertThat(library.run(
                        "loans", BOOKS.by("borrower,book"), "borrower,book,state", "p7,B7,requested", "p8,B8,lent"))
                .isEqualTo("done 1 updated, 1 unchanged");
    }

    @Test
    void a_change_belongs_to_the_caller_and_the_request_and_what_is_equal_leaves_no_trace() throws Exception {
        library.run("books", BOOKS, "isbn,title", "B1,Logic", "B2,Sets");
        library.execute("DELETE FROM stock.events");
        var id = library.stage("books", BOOKS, "isbn,title", "B1,Logic", "B2,All sets", "B3,Numbers");
        library.end(id);
        assertThat(library.rows("SELECT change || ' ' || authtype || ' ' || authid FROM stock.events ORDER BY change"))
                .containsExactly("created user office", "updated user office");
        assertThat(library.rows(
                        "SELECT action || ' ' || caller_name || ' ' || caller_subject FROM audit.audit_events WHERE request_id = 'import-%s' ORDER BY action",
                        id))
                .containsExactly("created office office", "updated office office");
        assertThat(library.rows("SELECT DISTINCT changed_by FROM stock.books")).containsExactly("office");
    }

    @Test
    void a_strict_import_stores_all_rows_or_none() throws Exception {
        var rows =
                IntStream.range(0, 700).mapToObj(n -> "B%s,Book".formatted(n)).toList();
        var more = new ArrayList<>(rows);
        more.add("B700,");
        more.add("B701,\"" + "x".repeat(81) + "\"");
        var refused = library.stage("books", BOOKS.strictly(), lines("isbn,title", more));
        assertThat(library.end(refused)).isEqualTo("failed 2 rejected");
        assertThat(library.errors(refused)).containsOnlyKeys(702, 703);
        assertThat(library.value("SELECT reason FROM imports.imports WHERE id = '%s'", refused))
                .isEqualTo("Rows were rejected: 2. Nothing was stored.");
        assertThat(titles()).isEmpty();
        assertThat(library.run("books", BOOKS.strictly(), lines("isbn,title", rows)))
                .isEqualTo("done 700 created");
        assertThat(titles()).hasSize(700);
    }

    @Test
    void a_strict_import_also_fails_because_of_what_only_the_database_finds() throws Exception {
        library.run("books", BOOKS, "isbn,title,available_from", "B1,Logic,2024-09-03");
        var id = library.stage(
                "books", BOOKS.strictly(), "isbn,title,available_until", "B2,Sets,", "B1,Logic,2020-01-01");
        assertThat(library.end(id)).startsWith("failed");
        assertThat(library.errors(id)).hasToString("{3=[column available_until: invalid_value]}");
        assertThat(titles()).containsExactly("B1 Logic");
    }

    @Test
    void a_dry_run_counts_and_keeps_nothing() throws Exception {
        library.run("books", BOOKS, "isbn,title", "B1,Logic", "B2,Sets");
        library.execute("DELETE FROM stock.events");
        var id = library.stage("books", BOOKS.tried(), "isbn,title", "B1,Changed", "B2,Sets", "B3,Numbers", "B3,Again");
        assertThat(library.end(id)).isEqualTo("done 1 created, 1 updated, 1 unchanged, 1 rejected");
        assertThat(library.errors(id)).containsOnlyKeys(5);
        assertThat(titles()).containsExactly("B1 Logic", "B2 Sets");
        assertThat(library.rows("SELECT change FROM stock.events")).isEmpty();
    }

    @Test
    void a_cancelled_import_stops_and_keeps_what_is_done() throws Exception {
        var rows = IntStream.range(0, 20_000)
                .mapToObj(n -> "B%s,Book".formatted(n))
                .toList();
        var id = library.stage("books", BOOKS, lines("isbn,title", rows));
        Await.until(
                "some rows are stored",
                () -> !library.value("SELECT rows_read FROM imports.imports WHERE id = '%s'", id)
                        .equals("0"));
        library.execute("UPDATE imports.imports SET state = 'cancelled' WHERE id = '%s'".formatted(id));
        assertThat(library.run("books", BOOKS, "isbn,title", "Z1,The next one")).isEqualTo("done 1 created");
        assertThat(library.value("SELECT rows_created FROM imports.imports WHERE id = '%s'", id))
                .isEqualTo(library.value("SELECT count(*) FROM stock.books WHERE isbn <> 'Z1'"))
                .isNotEqualTo("20000");
    }

    @Test
    void a_worker_whose_claim_another_one_has_taken_writes_nothing_more() throws Exception {
        var rows = IntStream.range(0, 20_000)
                .mapToObj(n -> "B%s,Book".formatted(n))
                .toList();
        var id = library.stage("books", BOOKS, lines("isbn,title", rows));
        Await.until(
                "some rows are stored",
                () -> !library.value("SELECT rows_read FROM imports.imports WHERE id = '%s'", id)
                        .equals("0"));
        library.execute(
                "UPDATE imports.imports SET claim = claim + 1, claimed_until = now() WHERE id = '%s'".formatted(id));
        assertThat(library.end(id)).isEqualTo("done 20000 created");
        assertThat(library.value("SELECT claim FROM imports.imports WHERE id = '%s'", id))
                .isEqualTo("3");
    }

    @Test
    void imports_of_two_verticles_and_other_changes_do_not_deadlock() throws Exception {
        var books =
                IntStream.range(0, 1_200).mapToObj(n -> "B%s,Book".formatted(n)).toList();
        library.run("books", BOOKS, lines("isbn,title", books));
        var changed = new ArrayList<>(books.stream().map(row -> row + " again").toList());
        Collections.shuffle(changed, new Random(7));
        var first = library.stage("books", BOOKS, lines("isbn,title", changed));
        var loans = new ArrayList<>(IntStream.range(0, 1_200)
                .mapToObj(n -> "p%s,B%s".formatted(n, n))
                .toList());
        Collections.shuffle(loans, new Random(8));
        var second = library.stage("loans", BOOKS.by("borrower,book"), lines("borrower,book", loans));
        var others = new Thread(() -> {
            while (library.isUnfinished(first) || library.isUnfinished(second)) {
                library.changeTwoBooks();
            }
        });
        others.start();
        assertThat(library.end(first)).isEqualTo("done 1200 updated");
        assertThat(library.end(second)).isEqualTo("done 1200 created");
        others.join();
        assertThat(library.value("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isEqualTo("0");
    }

    @Test
    void a_row_with_too_few_cells_is_rejected() throws Exception {
        var id = library.stage("books", BOOKS, "isbn,title,shelf", "B1,Logic", "B2,Sets,A1", "B3,Numbers,A1,");
        assertThat(library.end(id)).isEqualTo("done 1 created, 2 rejected");
        assertThat(library.errors(id)).hasToString("{2=[malformed_file], 4=[malformed_file]}");
    }
}
