package dev.registrar.gateway.testing;

import dev.registrar.resource.development.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.UUID;

/** An empty PostgreSQL of a test's own, a whole server: quickly made, as a copy of one that was. */
public record TestDatabase(Path directory, EmbeddedDatabase server) implements AutoCloseable {

    /** What PostgreSQL's initdb makes, once for all tests. */
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

    /** Starts one with these parameters, in place of those that make it quick but forgetful in a crash. */
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

    /** The server as a process of the operating system. */
    public PostgresProcess process() {
        return PostgresProcess.in(directory);
    }

    @Override
    public void close() {
        server.close();
    }
}
