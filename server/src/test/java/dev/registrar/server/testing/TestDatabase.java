package dev.registrar.server.testing;

import dev.registrar.platform.development.EmbeddedDatabase;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.node.Deployment;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A PostgreSQL server for one test, with the schemas but no data. It is made by copying a prepared data directory, which is
 * faster than initdb and migrations.
 */
public record TestDatabase(Path directory, EmbeddedDatabase server) implements AutoCloseable {

    private static final Path ALL = Path.of("target", "test-databases");

    /** The data directory with the schemas. */
    private static final Path TEMPLATE = PreparedFolder.of("database", TestDatabase::prepare);

    /** Makes it, and deletes what processes of earlier builds have left behind when they were killed. */
    private static void prepare(Path directory) throws IOException {
        PreparedFolder.deleteAll(ALL);
        try (var server = EmbeddedDatabase.start(directory, true)) {
            var vertx = Vertx.vertx();
            Await.success(new NodeDatabase(vertx, Service.configuration(server.uri())).migrate(Deployment.SCHEMAS));
            Await.success(vertx.close());
        }
    }

    public static TestDatabase start() throws IOException {
        return start(Map.of());
    }

    /** Starts a server; these parameters override the defaults of tests, which trade durability for speed and little disk space. */
    public static TestDatabase start(Map<String, String> parameters) throws IOException {
        var directory = Files.createDirectories(ALL).resolve(UUID.randomUUID().toString());
        try (var originals = Files.walk(TEMPLATE)) {
            for (var original : (Iterable<Path>) originals::iterator) {
                Files.copy(
                        original, directory.resolve(TEMPLATE.relativize(original)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Map<String, String> all = new HashMap<>(Map.of("max_wal_size", "48MB", "min_wal_size", "32MB"));
        all.putAll(parameters);
        return new TestDatabase(directory, EmbeddedDatabase.start(directory, false, all));
    }

    public String uri() {
        return server.uri();
    }

    /** Returns the server as a process of the operating system. */
    public PostgresProcess process() {
        return PostgresProcess.in(directory);
    }

    /** Stops the server and deletes its data: several hundred tests would fill a small disk. */
    @Override
    public void close() {
        server.close();
        try {
            PreparedFolder.deleteAll(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
