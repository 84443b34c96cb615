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
 * Which migrations have run, as Flyway notes it. While these are those of this version, nothing needs Flyway, which takes a
 * third of a second to find that out.
 *
 * @param checksums by version, such as V7, or of migrations that are repeatable, by description
 */
record MigrationHistory(Map<String, Integer> checksums) {
    private static final Pattern FILE = Pattern.compile(".*/(V\\d+|R)__(.*)\\.sql");
    private static final Pattern VERSION = Pattern.compile("V\\d.*");
    private static final String REPEATABLE = "R";
    private static final String SCHEMA_PLACEHOLDER = "${flyway:defaultSchema}";

    /** Without the checksum where it is not certain that the migration is in effect. The last run counts. */
    private static final String APPLIED = """
            SELECT coalesce('V' || version, description), CASE WHEN success AND type IN ('SQL', 'JDBC') THEN checksum END
            FROM %s.flyway_schema_history WHERE type <> 'SCHEMA' ORDER BY installed_rank""";

    /** What a schema has when this version has migrated it, and no newer one. */
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
            checksums.put(path, null); // which no history has: Flyway decides
        } else if (name.group(1).equals(REPEATABLE)) {
            checksums.put(name.group(2).replace('_', ' '), checksum(sql.replace(SCHEMA_PLACEHOLDER, schema)));
        } else {
            checksums.put(name.group(1), checksum(sql));
        }
    }

    /** As Flyway computes it. */
    private static int checksum(String sql) {
        var checksum = new CRC32();
        sql.lines().map(line -> line.getBytes(StandardCharsets.UTF_8)).forEach(checksum::update);
        return (int) checksum.getValue();
    }

    /** What a schema has. Fails when nothing is noted, as before the first migration. */
    static MigrationHistory read(JdbcSession session, Schema schema) throws SQLException {
        var read = new MigrationHistory(new HashMap<>());
        session.forEach(
                APPLIED.formatted(schema.name()),
                row -> read.checksums.put(row.getString(1), row.getObject(2, Integer.class)));
        return read;
    }

    /** Whether there is nothing to run, and nothing of a newer version. What is repeatable may have been there before. */
    boolean isThatOf(MigrationHistory expected) {
        return checksums.entrySet().containsAll(expected.checksums.entrySet())
                && checksums.keySet().stream()
                        .filter(VERSION.asMatchPredicate())
                        .allMatch(expected.checksums::containsKey);
    }
}
