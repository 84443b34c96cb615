package dev.registrar.resource.database.failure;

import io.vertx.pgclient.PgException;
import java.util.Set;

/** What the SQLSTATE of an error says about PostgreSQL itself, by its first two characters or whole (PostgreSQL, appendix A). */
public final class SqlStates {
    /** Others were in the way: serialization failures and deadlocks, rows that stay locked, statements and transactions that take too long. */
    private static final Set<String> CONTENTION = Set.of("40", "25P04", "55P03", "57014");

    /**
     * Connections, read-only transactions, sessions that are ended, passwords, databases and rights that somebody has taken
     * away, resources, operators, input and output, the configuration, internal errors and damaged data.
     */
    private static final Set<String> OUTAGE =
            Set.of("08", "25006", "25P03", "26000", "28", "3D000", "42501", "53", "55006", "57", "58", "F0", "XX");

    /** A standby, and a session that a proxy has put in place of ours: another connection may lead to the right one. */
    private static final Set<String> WRONG_CONNECTION = Set.of("25006", "26000");

    /** Of operators, among them the start and the stop of the server. */
    private static final String INTERVENTION = "57P";

    private SqlStates() {}

    /** Whether the same statement is likely to succeed in a moment. */
    static boolean isContention(PgException refused) {
        return isOneOf(CONTENTION, refused);
    }

    /** Whether operators have to do something before PostgreSQL works for us again. */
    static boolean isOutage(PgException refused) {
        return !isContention(refused) && (isOneOf(OUTAGE, refused) || isStalePlan(refused));
    }

    /** Whether such a state says that PostgreSQL starts, stops or does not let us in for now. */
    static boolean isIntervention(String state) {
        return state.startsWith(INTERVENTION);
    }

    /** Whether the connection is of no use any more, though PostgreSQL keeps it open. */
    public static boolean isOfConnection(PgException refused) {
        return isOneOf(WRONG_CONNECTION, refused) || isStalePlan(refused);
    }

    /** The schema has changed under a prepared statement. Its message may be in any language. */
    private static boolean isStalePlan(PgException refused) {
        return refused.getSqlState().equals("0A000") && "RevalidateCachedQuery".equals(refused.getRoutine());
    }

    private static boolean isOneOf(Set<String> states, PgException refused) {
        var state = refused.getSqlState();
        return states.contains(state) || states.contains(state.substring(0, 2));
    }
}
