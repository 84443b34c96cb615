package dev.registrar.resource.schema;

import dev.registrar.resource.database.server.JdbcSession;
import dev.registrar.resource.type.Schema;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The migrations that have run, as recorded by Flyway. As long as they match this version, Flyway is not needed; it
 * would take a third of a second to find that out.
 *
 * @param checksums keyed by version, such as V7, or by description for repeatable migrations
 */
record MigrationHistory(Map<String, Integer> checksums) {
    private static final Pattern FILE = Pattern.compile(".*/(V\\d+|R)__(.*)\\.sql");
    private static final Pattern VERSION = Pattern.compile("V\\d.*");
    private static final String REPEATABLE = "R";
    private static final String SCHEMA_PLACEHOLDER = "${flyway:defaultSchema}";

    /** Omits the checksum where it is not certain that the migration is in effect. The last run counts. */
    private static final String APPLIED = """
            SELECT coalesce('V' || version, description), CASE WHEN success AND type IN ('SQL', 'JDBC') THEN checksum END
            FROM %s.flyway_schema_history WHERE type <> 'SCHEMA' ORDER BY installed_rank""";

    /** The history of a schema that was migrated by this version and by no newer one. */
    static MigrationHistory expected(Schema schema) {
        var expected = new MigrationHistory(new HashMap<>());
        MigrationFiles.of(schema.name()).forEach(path -> expected.addFile(path, schema.name()));
        DerivedMigration.of(schema)
                .forEach(migration -> expected.checksums.put(migration.description(), migration.getChecksum()));
        return expected;
    }

    private void addFile(String path, String schema) {
        var name = FILE.matcher(path);
        var sql = MigrationFiles.read(path);
        if (!name.matches()) {
            checksums.put(path, null); // no history matches this, so Flyway decides
        } else if (name.group(1).equals(REPEATABLE)) {
            checksums.put(name.group(2).replace('_', ' '), checksum(sql.replace(SCHEMA_PLACEHOLDER, schema)));
        } else {
            checksums.put(name.group(1), checksum(sql));
        }
    }

    /** The checksum as Flyway computes it. */
    static int checksum(String sql) {
        var checksum = new CRC32();
        sql.lines().map(line -> line.getBytes(StandardCharsets.UTF_8)).forEach(checksum::update);
        return (int) checksum.getValue();
    }

    /** Reads the history of a schema. Fails when there is none, as before the first migration. */
    static MigrationHistory read(JdbcSession session, Schema schema) throws SQLException {
        var read = new MigrationHistory(new HashMap<>());
        session.forEach(
                APPLIED.formatted(schema.name()),
                row -> read.checksums.put(row.getString(1), row.getObject(2, Integer.class)));
        return read;
    }

    /**
     * Whether no migration is pending or from a newer version. Repeatable migrations of older versions do not matter.
     */
    boolean matches(MigrationHistory expected) {
        return checksums.entrySet().containsAll(expected.checksums.entrySet())
                && checksums.keySet().stream()
                        .filter(VERSION.asMatchPredicate())
                        .allMatch(expected.checksums::containsKey);
    }
}
