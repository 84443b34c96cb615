package dev.registrar.resource.webhook.state;

import static dev.registrar.resource.database.Statement.seconds;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.webhook.state.Outcome.Effect;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Stores outcomes of any number of endpoints in one statement. An outcome with a stale fencing token has no effect. */
final class OutcomeWriter {
    /** Rows are locked in the order of their names, here and by claims, so that no two statements wait for each other. */
    private static final String HELD = """
            WITH outcomes AS (
                SELECT name, claim, max(position) AS position, max(pause) AS pause,
                    bool_or(delivered) AS delivered, count(*) FILTER (WHERE given_up) AS given_up, bool_or(missed) AS missed,
                    bool_or(stopped) AS stopped, bool_or(released) AS released
                FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::float8[], $5::boolean[], $6::boolean[],
                    $7::boolean[], $8::boolean[], $9::boolean[])
                    AS single (name, claim, position, pause, delivered, given_up, missed, stopped, released)
                GROUP BY name, claim
            ), held AS (
                SELECT name, claim FROM %1$s.webhook_endpoints e JOIN outcomes USING (name, claim)
                ORDER BY name FOR NO KEY UPDATE OF e
            )""";

    private static final String CHANGED = """
            , changed AS (
                UPDATE %1$s.webhook_endpoints e
                SET position = coalesce(o.position, e.position),
                    paused_until = greatest(e.paused_until, clock_timestamp() + make_interval(secs => o.pause)),
                    delivered_at = CASE WHEN delivered THEN clock_timestamp() ELSE delivered_at END,
                    given_up = e.given_up + o.given_up,
                    missed_at = CASE WHEN missed THEN clock_timestamp() ELSE missed_at END,
                    stopped_at = CASE WHEN stopped THEN coalesce(stopped_at, clock_timestamp()) ELSE stopped_at END,
                    worker = CASE WHEN released THEN NULL ELSE worker END,
                    leased_until = CASE WHEN released THEN '-infinity' ELSE leased_until END
                FROM held JOIN outcomes o USING (name, claim)
                WHERE e.name = held.name
            )""";

    private static final String SETTLED = """
            , settled AS (
                DELETE FROM %1$s.webhook_deliveries w
                USING held JOIN unnest($1::text[], $2::bigint[], $10::bigint[]) AS s (name, claim, position) USING (name, claim)
                WHERE w.endpoint = held.name AND w.position = s.position
            )""";

    private static final String UNDELIVERED = """
            , undelivered AS (
                INSERT INTO %1$s.webhook_deliveries AS w
                    (endpoint, position, subject, attempts, first_attempt_at, due_at, error)
                SELECT name, position, subject, attempts, CASE WHEN attempts > 0 THEN clock_timestamp() END,
                    clock_timestamp() + make_interval(secs => delay), error
                FROM held JOIN unnest($11::text[], $12::bigint[], $13::bigint[], $14::uuid[], $15::integer[], $16::float8[],
                    $17::text[]) AS u (name, claim, position, subject, attempts, delay, error) USING (name, claim)
                ON CONFLICT (endpoint, subject, position) DO UPDATE
                SET attempts = w.attempts + EXCLUDED.attempts,
                    first_attempt_at = coalesce(w.first_attempt_at, EXCLUDED.first_attempt_at),
                    due_at = EXCLUDED.due_at, error = EXCLUDED.error
            )
            SELECT name, claim FROM held
            """;

    private static final String WRITE = HELD + CHANGED + SETTLED + UNDELIVERED;

    private final Database database;
    private final String sql;

    OutcomeWriter(Database database, String schema) {
        this.database = database;
        sql = WRITE.formatted(schema);
    }

    /** The claim under which an outcome was learned. */
    private record Holding(String endpoint, long fencingToken) {
        static Holding of(Outcome outcome) {
            return new Holding(outcome.endpoint(), outcome.fencingToken());
        }
    }

    private record UndeliveredOf(Outcome outcome, Undelivered event) {}

    /** Returns whether each of the outcomes is stored: not if another worker has claimed its endpoint. */
    Future<Map<Outcome, Boolean>> write(List<Outcome> outcomes) {
        return database.run(new Statement(sql, arguments(outcomes))).map(rows -> {
            var held = held(rows);
            Map<Outcome, Boolean> stored = new HashMap<>();
            outcomes.forEach(outcome -> stored.put(outcome, held.contains(Holding.of(outcome))));
            return stored;
        });
    }

    private static Set<Holding> held(RowSet<Row> rows) {
        Set<Holding> held = new HashSet<>();
        rows.forEach(row -> held.add(new Holding(row.getString("name"), row.getLong("claim"))));
        return held;
    }

    private static Tuple arguments(List<Outcome> outcomes) {
        var arguments = Tuple.tuple()
                .addArrayOfString(array(outcomes, Outcome::endpoint, String[]::new))
                .addArrayOfLong(array(outcomes, Outcome::fencingToken, Long[]::new))
                .addArrayOfLong(array(outcomes, outcome -> outcome.position().orElse(null), Long[]::new))
                .addArrayOfDouble(array(outcomes, OutcomeWriter::pauseSeconds, Double[]::new));
        for (var effect : Effect.values()) {
            arguments.addArrayOfBoolean(array(outcomes, outcome -> outcome.has(effect), Boolean[]::new));
        }
        arguments.addArrayOfLong(array(outcomes, outcome -> outcome.settled().orElse(null), Long[]::new));
        return addUndelivered(arguments, outcomes);
    }

    private static Double pauseSeconds(Outcome outcome) {
        return outcome.pause().map(Statement::seconds).orElse(null);
    }

    private static Tuple addUndelivered(Tuple arguments, List<Outcome> outcomes) {
        var all = outcomes.stream()
                .flatMap(outcome -> outcome.undelivered().stream().map(event -> new UndeliveredOf(outcome, event)))
                .toList();
        return arguments
                .addArrayOfString(array(all, each -> each.outcome().endpoint(), String[]::new))
                .addArrayOfLong(array(all, each -> each.outcome().fencingToken(), Long[]::new))
                .addArrayOfLong(array(all, each -> each.event().position(), Long[]::new))
                .addArrayOfUUID(array(all, each -> each.event().subject(), UUID[]::new))
                .addArrayOfInteger(array(all, each -> each.event().attempts(), Integer[]::new))
                .addArrayOfDouble(array(all, each -> seconds(each.event().delay()), Double[]::new))
                .addArrayOfString(array(all, each -> each.event().error().orElse(null), String[]::new));
    }

    private static <T, V> V[] array(List<T> list, Function<T, V> value, IntFunction<V[]> array) {
        return list.stream().map(value).toArray(array);
    }
}
