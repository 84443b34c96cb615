package dev.registrar.gateway.testing;

import java.sql.SQLException;
import java.util.List;

/** SQL as an operator runs it, each call in a session of its own. */
public final class Sql {
    private Sql() {}

    /** Runs statements in a database, each in a transaction of its own. */
    public static void execute(String databaseUri, String... statements) throws SQLException {
        execute(databaseUri, List.of(statements));
    }

    /** Runs statements in a database, each in a transaction of its own. */
    public static void execute(String databaseUri, List<String> statements) throws SQLException {
        try (var session = Service.databaseSession(databaseUri);
                var statement = session.createStatement()) {
            for (var single : statements) {
                statement.execute(single);
            }
        }
    }

    /**
     * Counts rows of a database.
     *
     * @param rows a table, and a condition if not all of its rows count: {@code course.courses WHERE course_name = 'Logic'}
     */
    public static long count(String databaseUri, String rows) {
        try (var session = Service.databaseSession(databaseUri);
                var statement = session.createStatement();
                var found = statement.executeQuery("SELECT count(*) FROM " + rows)) {
            found.next();
            return found.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
