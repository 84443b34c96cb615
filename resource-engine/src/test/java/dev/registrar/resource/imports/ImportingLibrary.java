package dev.registrar.resource.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.FormatMethod;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.VerticleProcess;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.EmptyDatabase;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** The verticles of a library in a database of their own, and imports that a test has staged as an upload does. */
final class ImportingLibrary implements AutoCloseable {
    /** The caller of the imports, who may do everything. */
    static final Caller OFFICE = Caller.unbound("office", Set.copyOf(Caller.SCOPES));

    private final String uri;
    private final Connection session;
    private final List<Vertx> nodes = new ArrayList<>();

    private ImportingLibrary(String uri) throws SQLException {
        this.uri = uri;
        session = Sql.session(uri);
    }

    static ImportingLibrary create() throws Exception {
        var library = new ImportingLibrary(EmptyDatabase.create());
        var vertx = Vertx.vertx();
        Await.success(new NodeDatabase(vertx, Library.settings(library.uri)).migrate(LibraryTypes.SCHEMAS));
        Await.success(vertx.close());
        return library;
    }

    /** Starts the verticles of a node. */
    @CanIgnoreReturnValue
    Vertx startNode() {
        return startNode(ImportJob::start);
    }

    /** Starts the verticles of a node whose claims last so long. */
    @CanIgnoreReturnValue
    Vertx startNode(Duration lease) {
        return startNode(service -> Future.succeededFuture(new ImportJob(service, lease).start()));
    }

    @CanIgnoreReturnValue
    private Vertx startNode(VerticleProcess imports) {
        var vertx = Vertx.vertx();
        nodes.add(vertx);
        for (Schema schema : LibraryTypes.SCHEMAS) {
            Await.success(vertx.deployVerticle(
                    new ResourceVerticle(schema, List.of(imports)),
                    new DeploymentOptions().setConfig(Library.settings(uri))));
        }
        return vertx;
    }

    /** Stages a file as an upload does; a row of CSV or JSON each line. */
    UUID stage(String type, Staging staging, String... lines) throws SQLException {
        var id = UUID.randomUUID();
        List<FileRecord> records = new ArrayList<>();
        var splitter = staging.isCsv() ? RecordSplitter.ofCsv(records::add) : RecordSplitter.ofLines(records::add);
        splitter.add(Buffer.buffer(String.join("\n", lines)));
        splitter.end();
        var header = staging.isCsv() ? records.remove(0).content() : null;
        try (var insert = session.prepareStatement("""
                INSERT INTO imports.imports (id, verticle, resource_type, match_by, import_mode, strict, dry_run, media_type, columns,
                    rows_total, created_by, caller, base_url, request_id)
                VALUES (?::uuid, ?, ?, ?, ?, ?, ?, ?, string_to_array(?, ','), ?, 'office', ?::jsonb, 'https://library.example', ?)""")) {
            var values = new Object[] {
                id.toString(),
                type.equals("loans") ? "lending" : "stock",
                type,
                staging.matchBy(),
                staging.mode(),
                staging.strict(),
                staging.dryRun(),
                staging.isCsv() ? "text/csv" : "application/x-ndjson",
                header,
                records.size(),
                OFFICE.toJson().encode(),
                "import-" + id
            };
            for (var index = 0; index < values.length; index++) {
                insert.setObject(index + 1, values[index]);
            }
            insert.execute();
        }
        try (var insert =
                session.prepareStatement("INSERT INTO imports.rows (import_id, line, content) VALUES (?, ?, ?)")) {
            for (var record : records) {
                insert.setObject(1, id);
                insert.setInt(2, record.line());
                insert.setString(3, record.content());
                insert.addBatch();
            }
            insert.executeBatch();
        }
        Sql.execute(session, "UPDATE imports.imports SET state = 'waiting' WHERE id = '%s'".formatted(id));
        return id;
    }

    /** How a file is imported. */
    record Staging(boolean isCsv, String matchBy, String mode, boolean strict, boolean dryRun) {
        static final Staging BOOKS = new Staging(true, "isbn", "upsert", false, false);
        static final Staging COPIES = BOOKS.by("barcode");

        Staging by(String names) {
            return new Staging(isCsv, names, mode, strict, dryRun);
        }

        Staging only(String newMode) {
            return new Staging(isCsv, matchBy, newMode, strict, dryRun);
        }

        Staging ofJson() {
            return new Staging(false, matchBy, mode, strict, dryRun);
        }

        Staging strictly() {
            return new Staging(isCsv, matchBy, mode, true, dryRun);
        }

        Staging tried() {
            return new Staging(isCsv, matchBy, mode, strict, true);
        }
    }

    /** Waits until an import has ended, and returns its state and its counts: {@code done 2 created, 1 rejected}. */
    @CanIgnoreReturnValue
    String end(UUID id) {
        Await.until("the import has ended", () -> !value("""
                SELECT state FROM imports.imports WHERE id = '%s'""", id).matches("waiting|running"));
        return value("""
                SELECT concat_ws(' ', state, nullif(concat_ws(', ', CASE WHEN rows_created > 0 THEN rows_created || ' created' END,
                    CASE WHEN rows_updated > 0 THEN rows_updated || ' updated' END,
                    CASE WHEN rows_unchanged > 0 THEN rows_unchanged || ' unchanged' END,
                    CASE WHEN rows_rejected > 0 THEN rows_rejected || ' rejected' END), ''))
                FROM imports.imports WHERE id = '%s'""", id);
    }

    boolean isUnfinished(UUID id) {
        return Sql.readOne(uri, "SELECT state FROM imports.imports WHERE id = '%s'".formatted(id))
                .matches("waiting|running");
    }

    /** Changes two books, which it locks in the order of their ids, as requests do. */
    void changeTwoBooks() {
        var changed = Sql.read(uri, """
                WITH locked AS MATERIALIZED (
                    SELECT id FROM stock.books WHERE id IN (SELECT id FROM stock.books ORDER BY random() LIMIT 2)
                    ORDER BY id FOR NO KEY UPDATE
                )
                UPDATE stock.books SET shelf = 'A1' WHERE id IN (SELECT id FROM locked) RETURNING id""");
        assertThat(changed).hasSize(2);
    }

    /** Stages a file and waits for its end. */
    @CanIgnoreReturnValue
    String run(String type, Staging staging, String... lines) throws SQLException {
        return end(stage(type, staging, lines));
    }

    /** The errors of an import by line: the place and the code of each, such as {@code column title: value_too_long}. */
    Map<Integer, List<String>> errors(UUID id) {
        Map<Integer, List<String>> byLine = new TreeMap<>();
        for (var row :
                rows("SELECT line || ' ' || errors::text FROM imports.import_errors WHERE import_id = '%s'", id)) {
            var parts = row.split(" ", 2);
            List<String> errors = new ArrayList<>();
            json(parts[1])
                    .forEach(error -> errors.add(
                            place(error.path("source")) + error.path("code").asText()));
            assertThat(byLine.put(Integer.valueOf(parts[0]), errors))
                    .as("line " + parts[0])
                    .isNull();
        }
        return byLine;
    }

    private static String place(JsonNode source) {
        var members = source.properties().iterator();
        if (!members.hasNext()) {
            return "";
        }
        var place = members.next();
        return "%s %s: ".formatted(place.getKey(), place.getValue().asText());
    }

    private static JsonNode json(String text) {
        return Json.read(Buffer.buffer(text.getBytes(StandardCharsets.UTF_8)));
    }

    @FormatMethod
    List<String> rows(String query, Object... arguments) {
        return Sql.read(session, query.formatted(arguments));
    }

    @FormatMethod
    String value(String query, Object... arguments) {
        var values = rows(query, arguments);
        assertThat(values).as(query).hasSize(1);
        return values.get(0);
    }

    void execute(String... statements) throws SQLException {
        Sql.execute(session, statements);
    }

    String uri() {
        return uri;
    }

    static String[] lines(List<String> lines) {
        return lines.toArray(String[]::new);
    }

    static String[] lines(String first, List<String> others) {
        var all = Arrays.copyOf(new String[] {first}, others.size() + 1);
        for (var index = 0; index < others.size(); index++) {
            all[index + 1] = others.get(index);
        }
        return all;
    }

    @Override
    public void close() throws SQLException {
        nodes.forEach(vertx -> Await.success(vertx.close()));
        session.close();
    }
}
