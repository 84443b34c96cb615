package dev.registrar.testing.postgresql;

import dev.registrar.testing.Folders;
import dev.registrar.testing.PreparedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** A PostgreSQL server for one test, with schemas but no data. */
public record TestDatabase(Path directory, EmbeddedDatabase server) implements AutoCloseable {

    private static final Path ALL = Path.of("target", "test-databases");

    /** A data directory with the schemas: copying it is faster than initdb and migrations. */
    public record Template(Path directory) {

        /**
         * Creates the template, or finds it if another JVM of this build has created it. Deletes what processes of earlier
         * builds have left behind when they were killed.
         *
         * @param migration creates the schemas in the database with this URI
         */
        public static Template of(Consumer<String> migration) {
            return new Template(PreparedFolder.of("database", directory -> {
                Folders.delete(ALL);
                try (var server = EmbeddedDatabase.start(directory, true)) {
                    migration.accept(server.uri());
                }
            }));
        }

        /** Starts a server; these parameters override the defaults of tests, which trade durability for speed and little disk space. */
        public TestDatabase start(Map<String, String> parameters) throws IOException {
            var copy = Files.createDirectories(ALL).resolve(UUID.randomUUID().toString());
            try (var originals = Files.walk(directory)) {
                for (var original : (Iterable<Path>) originals::iterator) {
                    Files.copy(
                            original, copy.resolve(directory.relativize(original)), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            Map<String, String> all = new HashMap<>(Map.of("max_wal_size", "48MB", "min_wal_size", "32MB"));
            all.putAll(parameters);
            return new TestDatabase(copy, EmbeddedDatabase.start(copy, false, all));
        }
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
            Folders.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
