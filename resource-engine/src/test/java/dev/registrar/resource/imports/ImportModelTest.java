package dev.registrar.resource.imports;

import static dev.registrar.resource.imports.ImportingLibrary.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.imports.ImportingLibrary.Staging;
import dev.registrar.testing.postgresql.Sql;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Files of any rows lead to the resources, the counts and the errors of a model, while two workers take the imports from
 * each other, because their claims end early, and lose their connections at any time.
 */
class ImportModelTest {
    private static final String LOSE_CONNECTIONS = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'registrar' AND datname = current_database()""";

    private static ImportingLibrary library;

    /** A row of books. */
    record BookRow(String isbn, String title, String shelf) {
        String key() {
            return isbn.toUpperCase(Locale.ROOT);
        }

        String text() {
            return String.join(",", isbn, title, shelf);
        }
    }

    record BookFile(String mode, List<BookRow> rows) {}

    /** What the files before have left. */
    private static final class Model {
        private final Map<String, BookRow> books = new TreeMap<>();
        private final Set<Integer> rejected = new TreeSet<>();
        private int created;
        private int updated;
        private int unchanged;

        void read(BookFile file) {
            rejected.clear();
            created = 0;
            updated = 0;
            unchanged = 0;
            Set<String> keys = new HashSet<>();
            var line = 1;
            for (var row : file.rows()) {
                line++;
                var present = books.get(row.key());
                var isAllowed = file.mode().equals("upsert") || file.mode().equals("create") == (present == null);
                if (row.isbn().isEmpty() || !keys.add(row.key()) || row.title().isEmpty() || !isAllowed) {
                    rejected.add(line);
                } else {
                    created += present == null ? 1 : 0;
                    unchanged += row.equals(present) ? 1 : 0;
                    updated += present == null || row.equals(present) ? 0 : 1;
                    books.put(row.key(), row);
                }
            }
        }

        String counts() {
            return "%s %s %s %s".formatted(created, updated, unchanged, rejected.size());
        }
    }

    @BeforeContainer
    static void two_workers_whose_claims_end_early() throws Exception {
        library = ImportingLibrary.create();
        library.startNode(Duration.ofMillis(40));
        library.startNode(Duration.ofMillis(40));
    }

    @AfterContainer
    static void stop() throws Exception {
        library.close();
    }

    @Provide
    static Arbitrary<List<BookFile>> files() {
        var isbn = Arbitraries.frequencyOf(
                Tuple.of(30, Arbitraries.integers().between(0, 120).map(number -> "B" + number)),
                Tuple.of(5, Arbitraries.integers().between(0, 120).map(number -> "b" + number)),
                Tuple.of(1, Arbitraries.just("")));
        var row = Combinators.combine(
                        isbn, Arbitraries.of("Logic", "Sets", "Numbers", "Logic", "Sets", ""), Arbitraries.of("", "A1"))
                .as(BookRow::new);
        return Combinators.combine(
                        Arbitraries.of("upsert", "upsert", "create", "update"),
                        row.list().ofMinSize(1).ofMaxSize(700))
                .as(BookFile::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void nothing_is_lost_and_nothing_is_done_twice(
            @ForAll("files") List<BookFile> files, @ForAll("pauses") List<Integer> pauses) throws Exception {
        library.execute("DELETE FROM stock.books", "DELETE FROM stock.events");
        var model = new Model();
        for (var file : files) {
            model.read(file);
            var id = library.stage(
                    "books",
                    Staging.BOOKS.only(file.mode()),
                    lines(
                            "isbn,title,shelf",
                            file.rows().stream().map(BookRow::text).toList()));
            var isOver = new AtomicBoolean();
            var losses = new Thread(() -> loseConnections(pauses, isOver));
            losses.start();
            library.end(id);
            isOver.set(true);
            losses.join();
            assertThat(library.value("""
                    SELECT concat_ws(' ', rows_created, rows_updated, rows_unchanged, rows_rejected) FROM imports.imports
                    WHERE id = '%s' AND rows_read = %s""", id, file.rows().size())).isEqualTo(model.counts());
            assertThat(library.errors(id).keySet()).isEqualTo(model.rejected);
            assertThat(
                            library.rows(
                                    "SELECT concat_ws(',', isbn, title, shelf) FROM stock.books ORDER BY upper(isbn) COLLATE \"C\""))
                    .isEqualTo(model.books.values().stream().map(BookRow::text).collect(Collectors.toList()));
            assertThat(library.value("SELECT count(*) FROM audit.audit_events WHERE request_id = 'import-%s'", id))
                    .isEqualTo(Integer.toString(model.created + model.updated));
        }
    }

    @Provide
    static Arbitrary<List<Integer>> pauses() {
        return Arbitraries.integers().between(1, 60).list().ofMaxSize(6);
    }

    private static void loseConnections(List<Integer> pauses, AtomicBoolean isOver) {
        for (var pause : pauses) {
            LockSupport.parkNanos(Duration.ofMillis(pause).toNanos());
            if (isOver.get()) {
                return;
            }
            Sql.read(library.uri(), LOSE_CONNECTIONS);
        }
    }
}
