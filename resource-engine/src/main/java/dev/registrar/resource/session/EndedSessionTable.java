package dev.registrar.resource.session;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.database.RegularRemoval;
import dev.registrar.resource.database.Statement;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The table of ended sessions. Each has a number, and is kept until it would have expired. */
final class EndedSessionTable {
    private static final int BATCH = 1_000;

    /**
     * One insert at a time, so that numbers become visible in order: a reader never misses a number below one that it
     * has read.
     */
    private static final String RECORD = """
            WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended('%1$s.ended_sessions', 0)))
            INSERT INTO %1$s.ended_sessions (session, until)
            SELECT $1, $2 FROM turn
            ON CONFLICT (session) DO NOTHING
            """;

    private static final String READ = """
            SELECT number, session FROM %s.ended_sessions WHERE number > $1 AND until > now() ORDER BY number LIMIT $2
            """;

    /** The minute allows for gateways whose clocks are behind. */
    private static final String PRUNE = """
            WITH removed AS (
                DELETE FROM %1$s.ended_sessions
                WHERE session = ANY(ARRAY(
                    SELECT session FROM %1$s.ended_sessions WHERE until < now() - interval '1 minute'
                    ORDER BY until LIMIT $1 FOR UPDATE SKIP LOCKED))
                RETURNING session
            )
            SELECT count(*) FROM removed
            """;

    private final Database database;
    private final String schema;

    EndedSessionTable(Database database, String schema) {
        this.database = database;
        this.schema = schema;
    }

    Future<Void> record(String session, Instant until) {
        return run(RECORD, Tuple.of(session, until.atOffset(ZoneOffset.UTC))).mapEmpty();
    }

    /** The next batch of ended sessions after a number. */
    Future<EndedSessions> after(long number) {
        return run(READ, Tuple.of(number, BATCH)).map(rows -> {
            List<String> sessions = new ArrayList<>();
            var last = number;
            for (var row : rows) {
                last = row.getLong(0);
                sessions.add(row.getString(1));
            }
            return new EndedSessions(sessions, last, rows.size() == BATCH);
        });
    }

    /** The removal of sessions that would have expired. */
    RegularRemoval removal(Vertx vertx, ProcessWarning warning) {
        var batch = new Statement(PRUNE.formatted(schema), Tuple.of(RegularRemoval.BATCH));
        return new RegularRemoval(vertx, database, batch, warning);
    }

    private Future<RowSet<Row>> run(String sql, Tuple arguments) {
        return database.run(new Statement(sql.formatted(schema), arguments));
    }
}
