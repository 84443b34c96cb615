package dev.registrar.resource.database.server;

import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFailure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A blocking session for the work of a node with the database before it serves requests. */
public final class JdbcSession implements AutoCloseable {
    /** Times are in seconds. There is no limit for statements, because a migration may take long. */
    private static final Map<String, String> PARAMETERS = Map.of(
            "ApplicationName", "registrar", "connectTimeout", "10", "loginTimeout", "10", "tcpKeepAlive", "true");

    /** An arbitrary number that nothing else uses for locks in this database. */
    private static final long MIGRATION_LOCK = 4_870_129_351_770_266L;

    private static final long LOCK_INTERVAL = 50;

    private final Connection connection;

    private JdbcSession(Connection connection) {
        this.connection = connection;
    }

    public static String url(DatabaseSettings settings) {
        return settings.uri().jdbcUrl(PARAMETERS);
    }

    /** Opens a session; fails with a sentence for operators when that is impossible. */
    public static JdbcSession open(DatabaseSettings settings) {
        var uri = settings.uri();
        try {
            return new JdbcSession(DriverManager.getConnection(url(settings), uri.user(), uri.password()));
        } catch (SQLException e) {
            throw new StartException(StartFailure.DATABASE, "%s cannot be used: %s".formatted(uri, reasonOf(e)), e);
        }
    }

    /** The message of the driver, with the network error that caused it. */
    private static String reasonOf(SQLException failure) {
        var root = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .reduce(failure, (outer, inner) -> inner);
        return root == failure ? failure.getMessage() : "%s (%s)".formatted(failure.getMessage(), root);
    }

    /**
     * Waits until no other node migrates. It polls, because a concurrent index build would wait for a statement that
     * waits for the lock.
     */
    public void lockMigrations() throws SQLException, InterruptedException {
        while (!tryLock()) {
            TimeUnit.MILLISECONDS.sleep(LOCK_INTERVAL);
        }
    }

    private boolean tryLock() throws SQLException {
        return ask("SELECT pg_try_advisory_lock(%d)".formatted(MIGRATION_LOCK), row -> row.getBoolean(1));
    }

    /** Runs a statement that returns one row. */
    <T> T ask(String sql, Reader<T> reader) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return reader.read(rows);
        }
    }

    /** Runs a statement that returns any number of rows. */
    public void forEach(String sql, Reader<?> reader) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                var unused = reader.read(rows);
            }
        }
    }

    /** Reads a value from a row. */
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
