package dev.registrar.server.testing;

import dev.registrar.resource.bus.Caller;
import dev.registrar.testing.Await;
import dev.registrar.testing.RunningService;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** An import whose file is in the database, as after its upload: any caller can have made it. */
public record StagedImport(String databaseUri, UUID id) {
    private static final Caller ADMIN = Caller.unbound("admin", Set.copyOf(Caller.SCOPES));

    /** How the file is imported; the caller is an administrator. */
    public record Staging(String schema, String type, String matchBy, boolean dryRun, Caller caller) {
        public static final Staging REGISTRATIONS =
                new Staging("registration", "registrations", "uni,courses,course_term", false, ADMIN);

        public static Staging of(String schema, String type, String matchBy) {
            return new Staging(schema, type, matchBy, false, ADMIN);
        }

        public Staging tried() {
            return new Staging(schema, type, matchBy, true, caller);
        }

        public Staging by(Caller other) {
            return new Staging(schema, type, matchBy, dryRun, other);
        }
    }

    /** Stages a file: a header, and rows without line breaks. */
    public static StagedImport begin(RunningService service, Staging staging, String header, List<String> rows)
            throws SQLException {
        return begin(service.databaseUri(), staging, header, rows);
    }

    public static StagedImport begin(String databaseUri, Staging staging, String header, List<String> rows)
            throws SQLException {
        var staged = new StagedImport(databaseUri, UUID.randomUUID());
        try (var session = Sql.session(databaseUri)) {
            session.setAutoCommit(false);
            try (var insert = session.prepareStatement("""
                    INSERT INTO imports.imports (id, verticle, resource_type, match_by, import_mode, strict, dry_run, media_type,
                        columns, rows_total, created_by, caller, base_url, request_id, state, seen_by)
                    VALUES (?, ?, ?, ?, 'upsert', false, ?, 'text/csv', string_to_array(?, ','), ?, 'admin', ?::jsonb,
                        'https://registrar.example', ?, 'waiting', 'admin')""");
                    var insertRows = session.prepareStatement("""
                    INSERT INTO imports.rows (import_id, line, content)
                    SELECT ?, number + 1, content FROM unnest(?::text[]) WITH ORDINALITY AS row (content, number)""")) {
                var values = new Object[] {
                    staged.id(),
                    staging.schema(),
                    staging.type(),
                    staging.matchBy(),
                    staging.dryRun(),
                    header,
                    rows.size(),
                    staging.caller().toJson().encode(),
                    "import-" + staged.id()
                };
                for (var index = 0; index < values.length; index++) {
                    insert.setObject(index + 1, values[index]);
                }
                insert.execute();
                insertRows.setObject(1, staged.id());
                insertRows.setArray(2, session.createArrayOf("text", rows.toArray()));
                insertRows.execute();
            }
            session.commit();
        }
        return staged;
    }

    /** Waits until it has ended; returns its state and its counts: {@code done 2 created 0 updated 0 unchanged 1 rejected}. */
    public String end() {
        Await.until(
                "the import has ended",
                Duration.ofMinutes(5),
                () -> !value("state").matches("waiting|running"));
        return value("""
                concat_ws(' ', state, rows_created, 'created', rows_updated, 'updated', rows_unchanged, 'unchanged', rows_rejected,
                    'rejected')""");
    }

    public String value(String expression) {
        return Sql.readOne(databaseUri, "SELECT %s FROM imports.imports WHERE id = '%s'".formatted(expression, id));
    }

    /** The line and the codes of each row that was rejected: {@code 3 course_full}. */
    public List<String> errors() {
        return Sql.read(databaseUri, """
                SELECT line || ' ' || (SELECT string_agg(error ->> 'code', ' ') FROM jsonb_array_elements(errors) AS error)
                FROM imports.import_errors WHERE import_id = '%s' ORDER BY line""".formatted(id));
    }

    /** Lets a worker begin again from the first row, as if the one before had been lost before it recorded anything. */
    public void beginAgain() throws SQLException {
        Sql.execute(
                databaseUri, "DELETE FROM imports.import_errors WHERE import_id = '%s'".formatted(id), """
                UPDATE imports.imports SET state = 'waiting', line = 0, rows_read = 0, rows_created = 0, rows_updated = 0,
                    rows_unchanged = 0, rows_rejected = 0
                WHERE id = '%s'""".formatted(
                                id));
    }
}
