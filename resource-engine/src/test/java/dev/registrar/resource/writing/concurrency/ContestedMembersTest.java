package dev.registrar.resource.writing.concurrency;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that want the same copies at the same time wait for each other, and none of them fails. */
class ContestedMembersTest {
    private static final List<Integer> CLIENTS = List.of(1, 2, 3, 4, 5, 6, 7, 8);
    private static final int ROUNDS = 12;
    private static final String RELATIONSHIP = "/relationships/copies";

    @AutoClose
    private static Library library;

    private List<String> books;
    private List<String> copies;

    /** On a busy machine, a wait may be long; PostgreSQL still detects a deadlock after a second. */
    @BeforeAll
    static void a_library_that_waits_long_for_locks() throws Exception {
        library = Library.start(new JsonObject("""
                {"http": {"reply-timeout": "5 min", "idle-timeout": "6 min"},
                 "database": {"max-wait": "4 min", "statement-timeout": "4 min", "lock-timeout": "3 min"}}"""));
    }

    @BeforeEach
    void two_books_with_copies() {
        books = List.of(library.newBook(), library.newBook());
        copies = newCopies(books.get(0));
    }

    private static List<String> newCopies(String book) {
        return Stream.generate(() -> library.create("copies", copy(unique("CONTESTCOPY"), book)))
                .limit(10)
                .toList();
    }

    /** A change of the relationship between a book and some copies, in a random order. */
    private record Change(String book, List<String> copies) {
        String bookUrl() {
            return "/v1/books/" + book;
        }

        Document linkage() {
            return Document.linkage("copies", copies);
        }

        String copyUrl() {
            return "/v1/copies/" + copies.get(0);
        }

        Document copy() {
            return Document.of("copies", copies.get(0)).relationship("book", Document.linkage("books", book));
        }
    }

    private static Reply replace(Change change) {
        return library.admin().patch(change.bookUrl() + RELATIONSHIP, change.linkage());
    }

    private static Reply add(Change change) {
        return library.admin().post(change.bookUrl() + RELATIONSHIP, change.linkage());
    }

    private static Reply remove(Change change) {
        return library.admin().delete(change.bookUrl() + RELATIONSHIP, change.linkage());
    }

    private static Reply changeBook(Change change) {
        return library.admin()
                .patch(change.bookUrl(), Document.of("books", change.book()).relationship("copies", change.linkage()));
    }

    private static Reply changeCopy(Change change) {
        return library.admin().patch(change.copyUrl(), change.copy());
    }

    private static Reply changeCopyIfItExists(Change change) {
        return library.admin().withHeader("If-Match", "*").patch(change.copyUrl(), change.copy());
    }

    private Change randomChange(Random random) {
        var shuffled = new ArrayList<>(copies);
        Collections.shuffle(shuffled, random);
        return new Change(
                books.get(random.nextInt(books.size())), shuffled.subList(0, 1 + random.nextInt(copies.size())));
    }

    private void inParallel(Consumer<Random> step) {
        InParallel.forEach(
                CLIENTS, seed -> new Random(seed).ints(ROUNDS).forEach(next -> step.accept(new Random(next))));
    }

    private static List<String> copiesOf(String book) {
        return library.reader().get("/v1/books/" + book + RELATIONSHIP).each("/id");
    }

    private void expectConsistentState() {
        var members = books.stream().flatMap(book -> copiesOf(book).stream()).toList();
        assertThat(members).doesNotHaveDuplicates().isSubsetOf(copies);
        books.forEach(book -> copiesOf(book)
                .forEach(copy ->
                        library.reader().get("/v1/copies/" + copy).expect("/data/relationships/book/data/id", book)));
        library.reader().get("/v1/copies/").expect("/meta/pagination/count", Long.toString(count("stock.copies")));
    }

    @Test
    void concurrent_replacements_of_overlapping_relationships_all_succeed_and_each_gets_exactly_its_members() {
        inParallel(random -> {
            var change = randomChange(random);
            assertThat(replace(change).expectStatus(200).each("/id"))
                    .containsExactlyInAnyOrderElementsOf(change.copies());
        });
        expectConsistentState();
    }

    @Test
    void concurrent_changes_of_a_relationship_from_both_sides_all_succeed() {
        var changes = List.<Function<Change, Reply>>of(
                ContestedMembersTest::replace,
                ContestedMembersTest::add,
                ContestedMembersTest::remove,
                ContestedMembersTest::changeBook,
                ContestedMembersTest::changeCopy,
                ContestedMembersTest::changeCopyIfItExists);
        inParallel(random -> changes.get(random.nextInt(changes.size()))
                .apply(randomChange(random))
                .expectStatus(200));
        expectConsistentState();
    }

    @Test
    void a_book_can_be_deleted_while_its_copies_are_moved_and_no_copy_stays_without_a_book() throws SQLException {
        var book = books.get(0);
        var move = new Change(books.get(1), copies);
        var clients = Executors.newFixedThreadPool(2);
        var inTheMiddle = copies.stream().sorted().toList().get(copies.size() / 2);
        try (var session = Sql.hold(
                library.databaseUri(), "SELECT FROM stock.copies WHERE id = '%s' FOR UPDATE".formatted(inTheMiddle))) {
            var deleted = CompletableFuture.supplyAsync(() -> library.admin().delete("/v1/books/" + book), clients);
            var moved = CompletableFuture.supplyAsync(() -> add(move), clients);
            Await.until("both wait", () -> count("pg_stat_activity WHERE wait_event_type = 'Lock'") == 2);
            session.rollback();
            deleted.join().expectStatus(204);
            assertThat(moved.join().status()).isIn(200, 404);
        } finally {
            clients.shutdownNow();
        }
        assertThat(count("stock.copies WHERE id IN ('%s') AND book_id IS DISTINCT FROM '%s'"
                        .formatted(String.join("', '", copies), move.book())))
                .isZero();
    }

    private static long count(String rows) {
        return Sql.count(library.databaseUri(), rows);
    }
}
