package dev.registrar.platform.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * A blocking session for the work of a node with the database before it serves requests.
 *
 * @param sessions opens further ones, for Flyway
 * @param uri the server, as messages name it
 */
public record JdbcSession(Connection connection, DataSource sessions, DatabaseUri uri) implements AutoCloseable {
    /** An arbitrary number that nothing else uses for locks in this database. */
    private static final long MIGRATION_LOCK = 4_870_129_351_770_266L;

    /** Opens a session, which PostgreSQL shows by its name, with these parameters of the driver. */
    static JdbcSession open(DatabaseUri uri, String name, Map<String, String> parameters) throws SQLException {
        var sessions = uri.sessions(name, parameters);
        return new JdbcSession(sessions.getConnection(), sessions, uri);
    }

    /** Waits until no other node migrates. The lock ends with the session. */
    public void lockMigrations() throws SQLException {
        var unused = query("SELECT pg_advisory_lock(%s)".formatted(MIGRATION_LOCK), row -> "");
    }

    /** Runs a statement that returns rows; the arguments are those of its parameters. */
    public <T> List<T> query(String sql, Reader<T> reader, String... arguments) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (var i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            List<T> read = new ArrayList<>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    read.add(reader.read(rows));
                }
            }
            return read;
        }
    }

    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
