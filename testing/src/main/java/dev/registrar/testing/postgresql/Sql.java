package dev.registrar.testing.postgresql;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** SQL as an operator runs it: each call in a session of its own, or in a session of the test and its transaction. */
public final class Sql {
    private Sql() {}

    /** Opens another session on a database, as an operator or a migration does. */
    public static Connection session(String databaseUri) throws SQLException {
        var userInfo = List.of(URI.create(databaseUri).getUserInfo().split(":", -1));
        return DriverManager.getConnection(jdbcUrl(databaseUri), userInfo.get(0), userInfo.get(userInfo.size() - 1));
    }

    /** Returns the JDBC URL of a database. */
    public static String jdbcUrl(String databaseUri) {
        var uri = URI.create(databaseUri);
        return "jdbc:postgresql://%s:%s%s".formatted(uri.getHost(), uri.getPort(), uri.getPath());
    }

    /** The same URI for another database of the server. */
    public static String inDatabase(String name, String uri) {
        return uri.replaceAll("/\\w+$", "/" + name);
    }

    /** Runs statements in a database, each in a transaction of its own. */
    public static void execute(String databaseUri, String... statements) throws SQLException {
        execute(databaseUri, List.of(statements));
    }

    /** Runs statements in a database, each in a transaction of its own. */
    public static void execute(String databaseUri, List<String> statements) throws SQLException {
        try (var session = session(databaseUri)) {
            execute(session, statements);
        }
    }

    /** Runs statements in a session. */
    public static void execute(Connection session, String... statements) throws SQLException {
        execute(session, List.of(statements));
    }

    private static void execute(Connection session, List<String> statements) throws SQLException {
        try (var statement = session.createStatement()) {
            for (var single : statements) {
                statement.execute(single);
            }
        }
    }

    /** Runs a statement in a new session, which keeps what it locks until it is rolled back or closed. */
    public static Connection hold(String databaseUri, String statement) throws SQLException {
        var session = session(databaseUri);
        session.setAutoCommit(false);
        execute(session, statement);
        return session;
    }

    /** Returns the first column of the rows that a query finds. */
    public static List<String> read(String databaseUri, String query) {
        try (var session = session(databaseUri)) {
            return read(session, query);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the first column of the rows that a query finds in a session. */
    public static List<String> read(Connection session, String query) {
        try (var statement = session.createStatement();
                var rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }

    /** Returns the only value that a query finds. */
    public static String readOne(String databaseUri, String query) {
        var values = read(databaseUri, query);
        assertThat(values).as(query).hasSize(1);
        return values.get(0);
    }

    /** Returns the only number that a query finds. */
    public static long readNumber(String databaseUri, String query) {
        return Long.parseLong(readOne(databaseUri, query));
    }

    /**
     * Counts rows of a database.
     *
     * @param rows a table, and a condition if not all of its rows count: {@code course.courses WHERE course_name = 'Logic'}
     */
    public static long count(String databaseUri, String rows) {
        return readNumber(databaseUri, "SELECT count(*) FROM " + rows);
    }

    /** Returns how many statements wait for a lock, on the whole server. */
    public static long waitingForLocks(String databaseUri) {
        return count(databaseUri, "pg_locks WHERE NOT granted");
    }

    /** Creates an empty database on the same server, and returns its URI. */
    public static String newDatabase(String databaseUri) throws SQLException {
        var name = unique("other");
        execute(databaseUri, "CREATE DATABASE " + name);
        return inDatabase(name, databaseUri);
    }
}
