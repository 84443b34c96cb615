package dev.registrar.resource.imports;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.testing.BusClient;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a file until a worker takes its rows. */
@ExtendWith(LibraryExtension.class)
class ImportUploadTest {
    private static final String CSV = "text/csv";
    private static final String NDJSON = "application/x-ndjson";
    private static final String BOOKS = "resource_type=books";
    private static final String FILE = "isbn,title\nI-1,Logic\n\"I-2\",\"Two\nlines\"\n";

    private final Library library;
    private final BusClient maker;

    ImportUploadTest(Library library) {
        this.library = library;
        maker = client("read", "create", "update", "delete");
    }

    private BusClient client(String... scopes) {
        return library.admin().as(Caller.unbound(unique("maker"), Set.of(scopes)));
    }

    private static Reply upload(BusClient client, String query, String mediaType, String file) {
        return client.upload(query, mediaType, List.of(Buffer.buffer(file)));
    }

    private static Reply upload(BusClient client, String file) {
        return upload(client, BOOKS, CSV, file);
    }

    private List<String> storedRows(String id) {
        return Sql.read(
                library.databaseUri(),
                "SELECT line || ':' || content FROM imports.rows WHERE import_id = '%s' ORDER BY line".formatted(id));
    }

    @Test
    void a_file_waits_with_its_rows_as_they_were() {
        var accepted = upload(maker, BOOKS + "&import_mode=create&dry_run=true", CSV, "\uFEFF" + FILE)
                .expectStatus(202);
        assertThat(storedRows(accepted.id())).containsExactly("2:I-1,Logic", "3:\"I-2\",\"Two\nlines\"");
        maker.get(accepted.header("Location"))
                .expectStatus(200)
                .expect("/data/attributes/resource_type", "books")
                .expect("/data/attributes/match_by", "isbn")
                .expect("/data/attributes/import_mode", "create")
                .expect("/data/attributes/dry_run", "true")
                .expect("/data/attributes/strict", "false")
                .expect("/data/relationships/errors/links/related", accepted.header("Location") + "errors/");
    }

    @Test
    void a_file_may_have_a_resource_object_on_each_line() {
        var line = "{\"type\":\"books\",\"attributes\":{\"isbn\":\"I-3\",\"title\":\"Sets\"}}";
        var accepted = upload(maker, BOOKS, NDJSON, line + "\n\n" + line + "\n").expectStatus(202);
        assertThat(storedRows(accepted.id())).containsExactly("1:" + line, "3:" + line);
    }

    @Test
    void a_strict_import_says_that_it_is() {
        upload(maker.withHeader("Prefer", "handling=strict"), FILE)
                .expectStatus(202)
                .expectHeader("Preference-Applied", "handling=strict")
                .expect("/data/attributes/strict", "true");
    }

    @Test
    void many_rows_are_stored_whatever_the_parts_in_which_they_arrive() {
        var file = new StringBuilder("isbn,title\n");
        IntStream.range(0, 5_000).forEach(row -> file.append("I-").append(row).append(",\"a\nb\"\n"));
        var bytes = Buffer.buffer(file.toString());
        var parts = IntStream.iterate(0, start -> start < bytes.length(), start -> start + 10_007)
                .mapToObj(start -> bytes.slice(start, Math.min(bytes.length(), start + 10_007)))
                .toList();
        var rows = storedRows(maker.upload(BOOKS, CSV, parts).expectStatus(202).id());
        assertThat(rows).hasSize(5_000);
        assertThat(rows.get(4_999)).isEqualTo("10000:I-4999,\"a\nb\"");
    }

    @Test
    void only_its_maker_and_administrators_see_an_import() {
        var id = upload(maker, FILE).expectStatus(202).id();
        var url = "/v1/imports/%s/".formatted(id);
        var other = client("read", "delete");
        other.get(url).expectStatus(404);
        other.get(url + "errors/").expectStatus(404);
        other.delete(url).expectStatus(404);
        assertThat(other.get("/v1/imports/").expectStatus(200).each("/id")).isEmpty();
        assertThat(maker.get("/v1/imports/").expectStatus(200).each("/id")).containsExactly(id);
        library.admin().get(url).expectStatus(200);
        assertThat(library.admin().get("/v1/imports/").expectStatus(200).each("/id"))
                .contains(id);
    }

    @Test
    void callers_need_the_scopes_of_both_changes_and_must_not_act_for_one_person() {
        upload(client("read", "create"), FILE).expectStatus(403);
        upload(client("read", "update"), FILE).expectStatus(403);
        var bound = new Caller("", "b", "b", Set.of("read", "create", "update"), Optional.of("ab1234"));
        upload(library.admin().as(bound), FILE).expectStatus(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            resource_type=books&match_by=isbm | match_by | did you mean isbn?
            resource_type=books&match_by=title | match_by | it is isbn or id
            resource_type=books&import_mode=upsrt | import_mode | did you mean upsert?
            resource_type=books&dry_run=yes | dry_run | true or false
            resource_type=books&mode=create | mode | import_mode
            """)
    void a_wrong_parameter_is_refused_before_the_file_is_read(String query, String parameter, String remedy) {
        var refused = maker.upload(query, CSV, List.of());
        refused.expectStatus(400);
        assertThat(refused.text("/errors/0/source/parameter")).isEqualTo(parameter);
        assertThat(refused.text("/errors/0/detail")).containsIgnoringCase(remedy);
    }

    @Test
    void an_unknown_column_is_refused_by_name_with_a_suggestion() {
        var refused =
                upload(maker, "isbn,titel,title,book\nI-1,Logic,Logic,x\n").expectStatus(422);
        refused.expectError("unknown_column", "column", "titel");
        assertThat(refused.text("/errors/0/detail")).contains("did you mean title?");
        assertThat(refused.text("/errors/1/source/column")).isEqualTo("book");
    }

    @Test
    void columns_that_an_export_adds_are_ignored() {
        var header = "id,barcode,days,book,book.title,changed_by,changed_on,links,meta,errors";
        upload(maker, "resource_type=copies", CSV, header + "\n,B-1,2,I-1,Logic,me,2026-01-01,,,\n")
                .expectStatus(202);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            text/csv | isbn;title~I-1;Logic | separated by commas
            text/csv | isbn^title~I-1^Logic | separated by commas
            text/csv | <!DOCTYPE html>~<html> | HTML
            text/csv | ~~ | The file is empty.
            text/csv | isbn,title~ | no rows
            text/csv | title~Logic | no column isbn
            text/csv | isbn,title,isbn~1,2,3 | more than once
            text/csv | isbn,title~I-1,"Logic~I-2,Sets | Line 2: the quote
            application/x-ndjson | [{"type":"books"}] | Line 1: each line must be a JSON:API resource object
            application/x-ndjson | isbn,title~I-1,Logic | Line 1: each line
            """)
    void a_file_that_cannot_be_imported_is_refused_with_a_sentence(String mediaType, String file, String sentence) {
        var refused = upload(maker, BOOKS, mediaType, file.replace('~', '\n').replace('^', '\t'));
        refused.expectStatus(422).expectError("malformed_file");
        assertThat(refused.text("/errors/0/detail")).contains(sentence);
        assertThat(maker.get("/v1/imports/").each("/id")).isEmpty();
    }

    @Test
    void a_repeated_file_with_the_same_key_is_the_same_import() {
        var keyed = maker.withHeader("Idempotency-Key", unique("key"));
        var first = upload(keyed, FILE).expectStatus(202);
        assertThat(upload(keyed, FILE).expectStatus(202).header("Location")).isEqualTo(first.header("Location"));
        assertThat(maker.get("/v1/imports/").each("/id")).containsExactly(first.id());
        upload(keyed, FILE + "I-3,More\n").expectStatus(422).expectError("idempotency_key_reused");
        upload(keyed, BOOKS + "&dry_run=true", CSV, FILE).expectStatus(422);
        upload(client("create", "update").withHeader("Idempotency-Key", "another's"), FILE)
                .expectStatus(202);
    }

    @Test
    void a_file_that_is_cut_leaves_nothing_and_can_be_sent_again() {
        var keyed = maker.withHeader("Idempotency-Key", unique("key"));
        var parts = Stream.of(
                Future.succeededFuture(Optional.of(Buffer.buffer(FILE + "I-4,x\n".repeat(2_000)))),
                Future.<Optional<Buffer>>failedFuture(JsonApiError.overloaded().asException()));
        Await.success(keyed.uploading(BOOKS, CSV, parts.iterator())).expectStatus(503);
        assertThat(maker.get("/v1/imports/").each("/id")).isEmpty();
        upload(keyed, FILE).expectStatus(202);
        Await.until(
                "what has arrived is to be removed",
                () -> Sql.readNumber(
                                library.databaseUri(),
                                "SELECT count(*) FROM imports.imports WHERE received_until > '-infinity'")
                        == 0);
        Sql.read(library.databaseUri(), "SELECT imports.prune('7 days', 10000)");
        assertThat(Sql.readNumber(library.databaseUri(), "SELECT count(*) FROM imports.imports WHERE state IS NULL"))
                .isZero();
    }

    @Test
    void a_node_receives_ten_files_at_a_time() {
        var parts = IntStream.range(0, 11).mapToObj(file -> new Part()).toList();
        var replies = parts.stream()
                .map(part -> maker.uploading(BOOKS, CSV, part.iterator()))
                .toList();
        Await.until("one file is refused", () -> replies.stream().anyMatch(Future::isComplete));
        parts.forEach(Part::complete);
        assertThat(Await.success(Future.all(replies)).<Reply>list())
                .map(Reply::status)
                .containsOnlyOnce(429)
                .filteredOn(status -> status == 202)
                .hasSize(10);
    }

    /** The only part of a file, which arrives later. */
    private static final class Part {
        private final Promise<Optional<Buffer>> bytes = Promise.promise();

        Iterator<Future<Optional<Buffer>>> iterator() {
            return List.of(bytes.future()).iterator();
        }

        void complete() {
            bytes.complete(Optional.of(Buffer.buffer(FILE)));
        }
    }

    @Test
    void a_file_over_the_bounds_is_refused() throws IOException {
        var bounds = new JsonObject()
                .put("max-file-size", 60)
                .put("max-rows", 3)
                .put("max-waiting", 1)
                .put("retention", "24 h");
        try (var small = Library.start(new JsonObject().put("imports", bounds))) {
            upload(small.admin(), FILE + "\"I-3\",\"" + "x".repeat(60) + "\"\n")
                    .expectStatus(413)
                    .expectError("body_too_large");
            upload(small.admin(), "isbn,title\n1,a\n2,b\n3,c\n4,d\n").expectStatus(413);
            keepBusy(small);
            upload(small.admin(), FILE).expectStatus(202);
            var refused = upload(small.admin(), FILE).expectStatus(429);
            refused.expectError("too_many_imports");
        }
    }

    /** A worker of another node runs an import, so others wait. */
    private static void keepBusy(Library busy) {
        var running = upload(busy.admin(), FILE).expectStatus(202).id();
        Sql.read(busy.databaseUri(), """
                UPDATE imports.imports SET state = 'running', ended_at = NULL, claim = 1000, claimed_until = now() + interval '1 hour'
                WHERE id = '%s' RETURNING id""".formatted(running));
    }

    @ParameterizedTest
    @ValueSource(strings = {"waiting", "running"})
    void an_import_that_has_not_ended_can_be_cancelled_once(String state) {
        var id = upload(maker, FILE).expectStatus(202).id();
        // Of a verticle without workers.
        set(
                id,
                "state = '%s', verticle = 'another', ended_at = NULL, claimed_until = now() + interval '1 hour'"
                        .formatted(state));
        var url = "/v1/imports/%s/".formatted(id);
        maker.delete(url).expectStatus(204);
        maker.get(url).expectStatus(200).expect("/data/attributes/state", "cancelled");
        maker.delete(url).expectStatus(409).expectError("invalid_transition");
    }

    private void set(String id, String columns) {
        Sql.read(
                library.databaseUri(),
                "UPDATE imports.imports SET %s WHERE id = '%s' RETURNING id".formatted(columns, id));
    }

    @Test
    void rejected_rows_are_read_in_the_order_of_the_file() {
        var id = upload(maker, FILE).expectStatus(202).id();
        Sql.read(library.databaseUri(), """
                INSERT INTO imports.import_errors (import_id, line, errors, content)
                SELECT '%s', 1000 - n, jsonb_build_array(jsonb_build_object('detail', 'wrong ' || n)), 'x'
                FROM generate_series(1, 50) n RETURNING id""".formatted(id));
        var errors = "/v1/imports/%s/errors/".formatted(id);
        assertThat(maker.walk(errors + "?page[size]=20", "next", "/attributes/line"))
                .isEqualTo(
                        IntStream.range(950, 1_000).mapToObj(Integer::toString).toList());
        var first = maker.get(errors);
        assertThat(first.text("/data/0/attributes/errors/0/detail")).isEqualTo("wrong 50");
        maker.get(first.text("/data/0/links/self")).expectStatus(200);
        client("read").get(first.text("/data/0/links/self")).expectStatus(404);
    }

    @Test
    void an_import_that_ended_long_ago_is_removed_with_its_rows_and_errors() {
        var old = upload(maker, FILE).expectStatus(202).id();
        var recent = upload(maker, FILE).expectStatus(202).id();
        set(old, "state = 'done', ended_at = now() - interval '8 days'");
        Sql.read(
                library.databaseUri(),
                "INSERT INTO imports.import_errors (import_id, line, errors, content) VALUES ('%s', 2, '[]', '') RETURNING id"
                        .formatted(old));
        Sql.read(library.databaseUri(), "SELECT imports.prune('7 days', 10000)");
        assertThat(maker.get("/v1/imports/").each("/id")).containsExactly(recent);
        assertThat(storedRows(old)).isEmpty();
    }
}
