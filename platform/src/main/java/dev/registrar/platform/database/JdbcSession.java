package dev.registrar.platform.database;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A blocking session for the work of a node with the database before it serves requests. */
public final class JdbcSession implements AutoCloseable {
    /** An arbitrary number that nothing else uses for locks in this database. */
    private static final long MIGRATION_LOCK = 4_870_129_351_770_266L;

    private final Connection connection;

    private JdbcSession(Connection connection) {
        this.connection = connection;
    }

    /** Opens a session; fails with a sentence for operators when that is impossible. */
    public static JdbcSession open(JdbcSessions sessions) {
        try {
            return new JdbcSession(sessions.getConnection());
        } catch (SQLException e) {
            throw new StartException(
                    StartFailure.DATABASE, "%s cannot be used: %s".formatted(sessions.uri(), reasonOf(e)), e);
        }
    }

    /** Opens a session with these parameters of the driver. */
    static JdbcSession open(DatabaseUri uri, Map<String, String> parameters) throws SQLException {
        return new JdbcSession(DriverManager.getConnection(uri.jdbcUrl(parameters), uri.user(), uri.password()));
    }

    /** The message of the driver, with the network error that caused it. */
    private static String reasonOf(SQLException failure) {
        var root = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .reduce(failure, (outer, inner) -> inner);
        if (root instanceof CertPathBuilderException || root instanceof CertPathValidatorException) {
            return "no authority that is trusted has issued its certificate (%s); name the right one by sslrootcert in database.uri"
                    .formatted(root.getMessage());
        }
        return root == failure ? failure.getMessage() : "%s (%s)".formatted(failure.getMessage(), root);
    }

    /** Waits until no other node migrates. */
    public void lockMigrations() throws SQLException {
        forEach("SELECT pg_advisory_lock(%s)".formatted(MIGRATION_LOCK), row -> null);
    }

    /** Runs a statement that returns one row. */
    <T> T ask(String sql, Reader<T> reader) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return reader.read(rows);
        }
    }

    /** Runs a statement that returns any number of rows; the arguments are those of its parameters. */
    public void forEach(String sql, Reader<?> reader, String... arguments) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (var i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var unused = reader.read(rows);
                }
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
