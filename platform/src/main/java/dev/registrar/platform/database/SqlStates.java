package dev.registrar.platform.database;

import io.vertx.pgclient.PgException;
import java.util.Set;

/** Classifies SQLSTATEs, by their first two characters or as a whole (PostgreSQL, appendix A). */
public final class SqlStates {
    private static final String STATEMENT_TIMEOUT = "57014";

    private static final String TRANSACTION_TIMEOUT = "25P04";

    private static final String LOCK_TIMEOUT = "55P03";

    private static final String DISK_FULL = "53100";

    private static final String NO_PRIVILEGE = "42501";

    /**
     * Contention: serialization failures and deadlocks, rows that stay locked, statements and transactions that take
     * too long.
     */
    private static final Set<String> CONTENTION = Set.of("40", TRANSACTION_TIMEOUT, LOCK_TIMEOUT, STATEMENT_TIMEOUT);

    /**
     * Connection failures, read-only transactions, terminated sessions, wrong passwords, removed databases and
     * privileges, missing resources, operator intervention, input and output, configuration, internal errors and
     * corrupted data.
     */
    private static final Set<String> OUTAGE =
            Set.of("08", "25006", "25P03", "26000", "28", "3D000", NO_PRIVILEGE, "53", "55006", "57", "58", "F0", "XX");

    /**
     * A missing schema, table or column. Tests run every statement that the service can generate, so these say that the
     * tables do not fit this version: somebody has dropped them, or restored those of another version.
     */
    private static final Set<String> MISSING = Set.of("3F000", "42P01", "42703");

    /** A standby server, or a session that a proxy has replaced: another connection may reach the right server. */
    private static final Set<String> WRONG_CONNECTION = Set.of("25006", "26000");

    /**
     * The end of a session or of the whole server, which may be reported when PostgreSQL has just committed: it handles
     * what interrupts a commit after that, and it crashes if a commit cannot be written to its log. 08 is what a proxy
     * reports when its connection to PostgreSQL breaks. Other errors undo the transaction, or come before it begins.
     */
    private static final Set<String> END_OF_SESSION =
            Set.of("08", TRANSACTION_TIMEOUT, DISK_FULL, "57P01", "57P02", "58", "XX");

    /**
     * The severity of an error that undoes its transaction, if messages are in English; the end of a session has
     * another one.
     */
    private static final String ERROR = "ERROR";

    /** Operator intervention, including the start and the stop of the server. */
    private static final String INTERVENTION = "57P";

    private SqlStates() {}

    /** Whether the same statement is likely to succeed in a moment. */
    public static boolean isContention(PgException error) {
        return isOneOf(CONTENTION, error);
    }

    /** Whether a statement was cancelled because it took too long. */
    public static boolean isStatementTimeout(PgException error) {
        return error.getSqlState().equals(STATEMENT_TIMEOUT);
    }

    /** Whether a transaction was ended, and its session, because it took too long. */
    static boolean isTransactionTimeout(PgException error) {
        return error.getSqlState().equals(TRANSACTION_TIMEOUT);
    }

    /** Whether a statement was cancelled because another transaction kept a lock for too long. */
    public static boolean isLockTimeout(PgException error) {
        return error.getSqlState().equals(LOCK_TIMEOUT);
    }

    /** Whether PostgreSQL cannot work for us until operators have done something. */
    public static boolean isOutage(PgException error) {
        return !isContention(error) && (isOneOf(OUTAGE, error) || isOneOf(MISSING, error) || isStalePlan(error));
    }

    /** Whether the error may have ended the session, perhaps just after a commit, and not only a statement. */
    static boolean isOfSession(PgException error) {
        return isOneOf(END_OF_SESSION, error) && !isFullForStatement(error);
    }

    /**
     * A full disk ends the whole server if a commit cannot be written, but otherwise only the statement that needs
     * room.
     */
    private static boolean isFullForStatement(PgException error) {
        return error.getSqlState().equals(DISK_FULL) && ERROR.equals(error.getSeverity());
    }

    /** Whether the state says that a schema, a table or a column is missing. */
    static boolean isMissing(String state) {
        return MISSING.contains(state);
    }

    /**
     * Whether each message with the state names another table or column, so that one of them does not explain the
     * others.
     */
    static boolean namesObject(String state) {
        return isMissing(state) || state.equals(NO_PRIVILEGE);
    }

    /** Whether the state says that PostgreSQL is starting, is stopping or does not accept connections. */
    static boolean isIntervention(String state) {
        return state.startsWith(INTERVENTION);
    }

    /** Whether the connection is unusable, although PostgreSQL keeps it open. */
    static boolean isOfConnection(PgException error) {
        return isOneOf(WRONG_CONNECTION, error) || isStalePlan(error);
    }

    /**
     * Whether the schema has changed under a prepared statement. The routine is checked, because the message may be in
     * any language.
     */
    private static boolean isStalePlan(PgException error) {
        return error.getSqlState().equals("0A000") && "RevalidateCachedQuery".equals(error.getRoutine());
    }

    private static boolean isOneOf(Set<String> states, PgException error) {
        var state = error.getSqlState();
        return states.contains(state) || states.contains(state.substring(0, 2));
    }
}
