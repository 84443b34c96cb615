package dev.registrar.server.faults.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import dev.registrar.testing.postgresql.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A PostgreSQL for several services whose commits reach the disk; tests crash it and use up its connections. */
public final class SharedDatabase implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Map<String, String> DURABLE =
            Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

    private final TestDatabase server;
    private final String address;
    private final List<String> command;

    private SharedDatabase(TestDatabase server, String address) {
        this.server = server;
        this.address = address;
        command = server.process().command();
    }

    /** Starts a server that listens on this address of this host and accepts this many connections. */
    public static SharedDatabase start(String address, int connections) throws IOException {
        Map<String, String> parameters = new HashMap<>(DURABLE);
        parameters.put("max_connections", Integer.toString(connections));
        parameters.put("listen_addresses", LOOPBACK + "," + address);
        var database = new SharedDatabase(ServiceDatabase.start(parameters), address);
        database.admit(address + "/24");
        return database;
    }

    /** Accepts all connections from a network without a password. */
    private void admit(String network) throws IOException {
        Files.writeString(
                server.directory().resolve("postgresql/pg_hba.conf"),
                "host all all %s trust%n".formatted(network),
                StandardOpenOption.APPEND);
        assertThat(Sql.readOne(server.uri(), "SELECT pg_reload_conf()")).isEqualTo("t");
    }

    /** Returns the URI that the services connect to. */
    public String uri() {
        return server.uri().replace(LOOPBACK, address);
    }

    public Connection session() throws SQLException {
        return Sql.session(server.uri());
    }

    public void crash() {
        server.process().crash();
    }

    /** Starts the server after a crash; root does so in a user namespace, since PostgreSQL refuses to run as root. */
    public void startAgain() {
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
        Await.until("PostgreSQL responds", this::responds);
    }

    private boolean responds() {
        try (var session = session()) {
            return session.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
