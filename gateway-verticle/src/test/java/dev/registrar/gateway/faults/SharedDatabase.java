package dev.registrar.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The PostgreSQL of several services, whose commits reach the disk, and what may happen to it. */
final class SharedDatabase implements AutoCloseable {
    private static final Map<String, String> DURABLE =
            Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on", "max_connections", "60");

    private final TestDatabase server;
    private final List<String> command;

    private SharedDatabase(TestDatabase server) {
        this.server = server;
        command = server.process().command();
    }

    static SharedDatabase start() throws IOException {
        return new SharedDatabase(TestDatabase.start(DURABLE));
    }

    String uri() {
        return server.uri();
    }

    Connection session() throws SQLException {
        return Service.databaseSession(uri());
    }

    void crash() {
        server.process().crash();
    }

    /** PostgreSQL does not run as root; as anybody else, it is started as it is. */
    void startAgain() {
        List<String> started = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            started.addAll(List.of("unshare", "-U"));
        }
        started.addAll(command);
        try {
            var unused = new ProcessBuilder(started)
                    .redirectErrorStream(true)
                    .redirectOutput(server.directory().resolve("postgres.log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.until("PostgreSQL answers", this::answers);
    }

    private boolean answers() {
        try (var session = session()) {
            return session.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Opens sessions until there are no more to be had. */
    List<Connection> hoardConnections() {
        List<Connection> hoarded = new ArrayList<>();
        try {
            while (true) {
                hoarded.add(session());
            }
        } catch (SQLException noneIsLeft) {
            assertThat(noneIsLeft.getSQLState()).isEqualTo("53300");
            return hoarded;
        }
    }

    /** Ends the sessions of the services, which then have to connect anew. */
    static void endSessionsOfServices(Connection session) throws SQLException {
        try (var statement = session.createStatement()) {
            statement.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'registrar'");
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
