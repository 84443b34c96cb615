package dev.registrar.gateway.testing;

import dev.registrar.resource.development.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.UUID;

/** An empty PostgreSQL server for one test, made by copying a prepared data directory, which is faster than initdb. */
public record TestDatabase(Path directory, EmbeddedDatabase server) implements AutoCloseable {

    /** The data directory that initdb created, once per JVM. */
    private static final Path TEMPLATE = template();

    private static Path template() {
        try {
            var directory = newDirectory();
            EmbeddedDatabase.start(directory, true).close();
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static TestDatabase start() throws IOException {
        return start(Map.of());
    }

    /** Starts a server; these parameters override the defaults of tests, which trade durability for speed. */
    public static TestDatabase start(Map<String, String> parameters) throws IOException {
        var directory = newDirectory();
        try (var originals = Files.walk(TEMPLATE)) {
            for (var original : (Iterable<Path>) originals::iterator) {
                Files.copy(
                        original, directory.resolve(TEMPLATE.relativize(original)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return new TestDatabase(directory, EmbeddedDatabase.start(directory, false, parameters));
    }

    private static Path newDirectory() {
        return Path.of("target", "test-database-" + UUID.randomUUID());
    }

    public String uri() {
        return server.uri();
    }

    /** Returns the server as a process of the operating system. */
    public PostgresProcess process() {
        return PostgresProcess.in(directory);
    }

    @Override
    public void close() {
        server.close();
    }
}
