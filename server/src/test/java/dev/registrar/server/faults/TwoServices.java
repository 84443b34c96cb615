package dev.registrar.server.faults;

import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

/** Two whole services, each in its own JVM, on one PostgreSQL whose commits reach the disk. */
record TwoServices(SharedDatabase database, Node first, Node second, Path behaviour) implements AutoCloseable {

    /** Starts both services; their deciders confirm every enrollment until {@link #decider} changes that. */
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

    /**
     * Sets the behaviour of both deciders.
     *
     * @param newBehaviour {@code confirm}, {@code slow}, {@code hang}, or {@code reject late}: it rejects when the behaviour is set
     *     again
     */
    void decider(String newBehaviour) {
        try {
            Files.writeString(behaviour, newBehaviour);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens another session on their database. */
    Connection session() throws SQLException {
        return database.session();
    }

    /** Returns whether a registration of this person is in their database. */
    boolean store(String uni) {
        return Sql.count(database.uri(), "registration.registrations WHERE uni = '%s'".formatted(uni)) == 1;
    }

    /** Ends the lease of the worker that has claimed a registration. */
    void endLease(String registration) throws SQLException {
        Sql.execute(
                database.uri(),
                "UPDATE registration.registrations SET due_at = clock_timestamp() WHERE id = '%s'"
                        .formatted(registration));
    }

    /** Returns whether a registration was claimed since the claim with which it was created. */
    boolean haveClaimedAgain(String registration) {
        return Sql.count(
                        database.uri(),
                        "registration.registrations WHERE claim > 1 AND id = '%s'".formatted(registration))
                == 1;
    }

    @Override
    public void close() {
        first.kill();
        second.kill();
        database.close();
    }

    /** One of the services, in a process that tests can kill, stop and start again. */
    static final class Node {
        private final Map<String, String> environment;
        private volatile ServiceProcess process;

        private Node(Map<String, String> environment) {
            this.environment = environment;
        }

        static Node start(String databaseUri, Path behaviour) {
            var node = new Node(Map.of(
                    "REGISTRAR_DATABASE_URI",
                    databaseUri,
                    "REGISTRAR_ENROLLMENT_DECIDER",
                    "bus",
                    DecidedNode.BEHAVIOUR,
                    behaviour.toString()));
            node.startAgain();
            return node;
        }

        void startAgain() {
            var started = ServiceProcess.launch(DecidedNode.class, environment);
            started.awaitReady();
            process = started;
        }

        Client admin() {
            return Client.of(process.url()).withCredentials("admin", "admin");
        }

        /** Returns the log since the last start. */
        String log() {
            return process.output();
        }

        void signal(String signal) {
            process.signal(signal);
        }

        void kill() {
            process.end("KILL");
        }
    }
}
