package dev.registrar.resource.database.server;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What the sessions of some work do at the moment, as PostgreSQL sees them.
 *
 * @param isActive whether PostgreSQL runs a statement
 * @param latestChange when a session last began or finished a statement; empty without sessions
 * @param statement the beginning of the statement that has run for longest; empty if none runs
 * @param holders whoever holds a lock that a session waits for; empty if none waits
 * @param holderPids their process ids
 */
record SessionActivity(boolean isActive, String latestChange, String statement, String holders, String holderPids) {
    /**
     * A session that polls for the lock of migrations never waits in PostgreSQL, so its holder is found by that lock. Pid 0 stands
     * for a prepared transaction. The state is {@code disabled} if the server does not record activities.
     */
    private static final String ACTIVITY = """
            WITH own AS (
                SELECT * FROM pg_stat_activity WHERE application_name = '%1$s'
            ), holder AS (
                SELECT unnest(pg_blocking_pids(pid)) AS pid FROM own WHERE state NOT LIKE 'idle%%'
                UNION
                SELECT lock.pid FROM pg_locks AS lock JOIN pg_database ON pg_database.oid = database
                WHERE locktype = 'advisory' AND granted AND datname = current_database()
                    AND objsubid = 1 AND (classid::bigint << 32) + objid::bigint = %2$d
                    AND EXISTS (SELECT FROM own WHERE query LIKE '%%%2$d%%' AND own.pid <> lock.pid)
            )
            SELECT coalesce(bool_or(state NOT LIKE 'idle%%'), false), concat(max(state_change)),
                concat((SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 200) FROM own WHERE state NOT LIKE 'idle%%'
                    ORDER BY query_start LIMIT 1)),
                (SELECT concat(string_agg(CASE pid WHEN 0 THEN 'a prepared transaction' ELSE concat('the session with pid ', pid,
                        ' of the user ' || usename, ' from ' || host(client_addr), ' (' || nullif(application_name, '') || ')') END, ', '))
                    FROM holder LEFT JOIN pg_stat_activity USING (pid)),
                (SELECT concat(string_agg(pid::text, ', ')) FROM holder)
            FROM own""";

    /**
     * Asks PostgreSQL, on a connection of its own.
     *
     * @param name the name of the sessions
     * @throws SQLException with a state of class 08 when PostgreSQL does not respond
     */
    static SessionActivity read(DatabaseUri uri, String name) throws SQLException {
        try (var session = JdbcSession.openBriefly(uri)) {
            return session.ask(ACTIVITY.formatted(name, JdbcSession.MIGRATION_LOCK), SessionActivity::of);
        }
    }

    private static SessionActivity of(ResultSet row) throws SQLException {
        return new SessionActivity(
                row.getBoolean(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5));
    }

    boolean waitsForLock() {
        return !holders.isEmpty();
    }

    /** Whether Registrar itself is busy, between two statements. */
    boolean isIdle() {
        return !isActive && !waitsForLock();
    }

    /** Whether a statement runs, or another one has run since an earlier look. */
    boolean isProgressSince(SessionActivity earlier) {
        return isActive || !latestChange.equals(earlier.latestChange);
    }

    /** Describes the activity, for operators; there must be one. */
    @Override
    public String toString() {
        if (waitsForLock()) {
            return "what it needs is locked by %s; SELECT * FROM pg_stat_activity WHERE pid IN (%s) shows what that does"
                    .formatted(holders, holderPids);
        }
        return "it runs " + statement;
    }
}
