package dev.registrar.gateway.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** Two whole services, each in a JVM of its own, on one PostgreSQL whose commits reach the disk. */
record TwoServices(SharedDatabase database, Node first, Node second, Path behaviour) implements AutoCloseable {

    /** Starts them; their enrollments are confirmed until {@link #decider} says otherwise. */
    static TwoServices start() throws IOException, SQLException {
        var directory = Files.createDirectories(Path.of("target", "faults-" + UUID.randomUUID()));
        var behaviour = directory.resolve("behaviour").toAbsolutePath();
        Files.writeString(behaviour, "confirm");
        var database = SharedDatabase.start();
        var services = new TwoServices(
                database, Node.start(database.uri(), behaviour), Node.start(database.uri(), behaviour), behaviour);
        try (var session = services.session()) {
            Journal.audit(session);
        }
        return services;
    }

    /** What the deciders of both do from now on: {@code confirm}, {@code slow}, {@code fail}, {@code hang} and so on. */
    void decider(String does) {
        try {
            Files.writeString(behaviour, does);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another session on their database. */
    Connection session() throws SQLException {
        return database.session();
    }

    @Override
    public void close() {
        first.kill();
        second.kill();
        database.close();
    }
}
