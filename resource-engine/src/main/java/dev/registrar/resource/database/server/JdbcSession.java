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

/** A blocking session, for what a node does with the database before it serves anybody. */
public final class JdbcSession implements AutoCloseable {
    /** Times are in seconds. A migration itself may take long. */
    private static final Map<String, String> PARAMETERS = Map.of(
            "ApplicationName", "registrar", "connectTimeout", "10", "loginTimeout", "10", "tcpKeepAlive", "true");

    /** Any number that nobody else uses for locks in this database. */
    private static final long MIGRATION_LOCK = 4_870_129_351_770_266L;

    private static final long LOCK_INTERVAL = 50;

    private final Connection connection;

    private JdbcSession(Connection connection) {
        this.connection = connection;
    }

    public static String url(DatabaseSettings settings) {
        return settings.uri().jdbcUrl(PARAMETERS);
    }

    /** Fails with a sentence for operators when there is no such session. */
    public static JdbcSession open(DatabaseSettings settings) {
        var uri = settings.uri();
        try {
            return new JdbcSession(DriverManager.getConnection(url(settings), uri.user(), uri.password()));
        } catch (SQLException e) {
            throw new StartException(StartFailure.DATABASE, "%s cannot be used: %s".formatted(uri, reasonOf(e)), e);
        }
    }

    /** What the driver says, and what the network said to it. */
    private static String reasonOf(SQLException failure) {
        var root = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .reduce(failure, (outer, inner) -> inner);
        return root == failure ? failure.getMessage() : "%s (%s)".formatted(failure.getMessage(), root);
    }

    /**
     * Waits until no other node migrates. It asks again and again, as a statement that waits would itself be waited for by
     * what builds an index beside other work.
     */
    public void lockMigrations() throws SQLException, InterruptedException {
        while (!tryLock()) {
            TimeUnit.MILLISECONDS.sleep(LOCK_INTERVAL);
        }
    }

    private boolean tryLock() throws SQLException {
        return ask("SELECT pg_try_advisory_lock(%d)".formatted(MIGRATION_LOCK), row -> row.getBoolean(1));
    }

    /** Runs a statement that gives one row. */
    <T> T ask(String sql, Reader<T> reader) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return reader.read(rows);
        }
    }

    /** Runs a statement that gives any number of rows. */
    public void forEach(String sql, Reader<?> reader) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                var unused = reader.read(rows);
            }
        }
    }

    /** Makes a value of a row. */
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
