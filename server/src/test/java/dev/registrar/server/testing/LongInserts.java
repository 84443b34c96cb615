package dev.registrar.server.testing;

import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/** Inserts into a table take until this ends, and keep their connection to PostgreSQL, because a trigger does not end. */
public final class LongInserts implements AutoCloseable {
    /** Any number that the service does not use for an advisory lock. */
    private static final int END = 17;

    private static final int TAKES_LONG = 18;

    private final Connection session;
    private final String databaseUri;
    private final String table;

    private LongInserts(Connection session, String databaseUri, String table) {
        this.session = session;
        this.databaseUri = databaseUri;
        this.table = table;
    }

    public static LongInserts into(String table, String databaseUri) throws SQLException {
        var session = Sql.session(databaseUri);
        Sql.execute(
                session,
                "SELECT pg_advisory_lock(%s)".formatted(END),
                """
                CREATE OR REPLACE FUNCTION public.take_long() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    PERFORM pg_advisory_xact_lock_shared(%s);
                    WHILE NOT pg_try_advisory_xact_lock_shared(%s) LOOP
                        PERFORM pg_sleep(0.01);
                    END LOOP;
                    RETURN NULL;
                END $$""".formatted(TAKES_LONG, END),
                "CREATE TRIGGER takes_long AFTER INSERT ON %s EXECUTE FUNCTION public.take_long()".formatted(table));
        return new LongInserts(session, databaseUri, table);
    }

    /** Waits until one is in progress. */
    public void awaitOne() {
        Await.until(
                "an insert is in the trigger",
                () -> Sql.count(databaseUri, "pg_locks WHERE locktype = 'advisory' AND objid = " + TAKES_LONG) == 1);
    }

    /** Ends the sessions of those in progress. */
    public void terminate() throws SQLException {
        Sql.execute(
                databaseUri,
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = " + TAKES_LONG);
    }

    @Override
    public void close() throws SQLException {
        end();
    }

    /** Lets those in progress and all later ones end; does nothing the second time. */
    public void end() throws SQLException {
        if (!session.isClosed()) {
            Sql.execute(session, "SELECT pg_advisory_unlock(%s)".formatted(END), "DROP TRIGGER takes_long ON " + table);
            session.close();
        }
    }
}
