package dev.registrar.resource.database.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Opens the sessions of one piece of blocking work, those of Flyway included. They have a name of their own, by which PostgreSQL
 * shows them, and can be ended together while a thread waits for one of them. Thread-safe.
 */
public final class JdbcSessions extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;

    /** Times are in seconds. There is no limit for statements, because a migration may take long. */
    private static final Map<String, String> PARAMETERS =
            Map.of("connectTimeout", "10", "loginTimeout", "10", "tcpKeepAlive", "true");

    private static final String NAME = "ApplicationName";
    private static final int LENGTH_OF_SUFFIX = 8;

    private final transient DatabaseUri uri;
    private final String name =
            "registrar preparing " + UUID.randomUUID().toString().substring(0, LENGTH_OF_SUFFIX);
    private final transient Set<Connection> opened = ConcurrentHashMap.newKeySet();
    private volatile boolean areEnded;

    JdbcSessions(DatabaseUri uri) {
        this.uri = uri;
        Map<String, String> parameters = new HashMap<>(PARAMETERS);
        parameters.put(NAME, name);
        setUrl(uri.jdbcUrl(parameters));
        setUser(uri.user());
        setPassword(uri.password());
    }

    /** The server, as messages name it. */
    public DatabaseUri uri() {
        return uri;
    }

    /** The {@code application_name} of the sessions. */
    String name() {
        return name;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        var connection = super.getConnection(user, password);
        opened.add(connection);
        if (areEnded) {
            end(connection);
        }
        return connection;
    }

    /** Closes the sockets: statements in progress fail, and so do all later ones. */
    void end() {
        areEnded = true;
        opened.forEach(JdbcSessions::end);
    }

    private static void end(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("A session cannot be ended", e);
        }
    }
}
