package dev.registrar.registration.enrollment;

import static dev.registrar.platform.database.Statement.seconds;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.operations.Backlog;
import dev.registrar.platform.operations.TraceParent;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The pending registrations as a work queue that any number of workers share. All times are by the database's clock;
 * the clocks of the workers do not matter.
 */
record EnrollmentQueue(Database database, Duration lease) {
    /** Sets the actor of events. It works in RETURNING, because triggers fire after that is computed. */
    private static final String ACTOR =
            "set_config('registrar.authtype', 'system', true), set_config('registrar.authid', 'enrollment', true)";

    /**
     * The array makes PostgreSQL choose the rows once; a plain subselect may run again and lock more rows than the
     * limit. The condition uses now(), which is constant during a statement, unlike clock_timestamp(), so that an index
     * can be used.
     */
    private static final String CLAIM = """
            UPDATE registration.registrations
            SET claim = claim + 1, attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => $1)
            WHERE id = ANY(ARRAY(
                SELECT id FROM registration.registrations
                WHERE enrollment = 'pending' AND abandoned_at IS NULL AND due_at <= now() AND %1$s
                FOR UPDATE SKIP LOCKED))
            RETURNING id, requests, claim, attempts, attempts - uncounted, uni, course_id, course_term_id, requested_at,
                former_enrollment IS NOT DISTINCT FROM 'pending', waiting_since IS NOT NULL,
                extract(epoch FROM clock_timestamp() - began_at)::float8, traceparent, %2$s,
                registration.permit_of(registrations)
            """;

    /** The user who has last made or changed the registration: its name, and whether it is bound to a person. */
    private static final String CALLER = """
            (SELECT jsonb_build_object('name', caller_name, 'bound', caller_uni IS NOT NULL)
                FROM audit.audit_events
                WHERE resource_id = registrations.id AND caller_kind = 'user' AND action IN ('created', 'updated')
                ORDER BY occurred_at DESC, id DESC LIMIT 1)""";

    static final String CLAIM_DUE = CLAIM.formatted("true ORDER BY due_at LIMIT $2", CALLER);
    static final String CLAIM_NAMED = CLAIM.formatted("id = ANY($2)", CALLER);

    /** The claims that are still held and whose rows no other transaction has locked. */
    private static final String HELD = """
            id = ANY(ARRAY(
                SELECT r.id
                FROM registration.registrations r
                JOIN unnest($1::uuid[], $2::bigint[]) AS held (id, claim) ON r.id = held.id AND r.claim = held.claim
                WHERE r.enrollment = 'pending'
                FOR UPDATE OF r SKIP LOCKED))
            """;

    private static final String RENEW = """
            UPDATE registration.registrations
            SET due_at = clock_timestamp() + make_interval(secs => $3)
            WHERE %s""".formatted(HELD);

    /**
     * The subselects hide from the planner how long the arrays are, so that it plans the statement only once. The
     * function is the only place that gives seats.
     */
    private static final String SETTLE = """
            SELECT id, claim, result, confirmed_at, is_look_due
            FROM registration.settle((SELECT $1::uuid[]), (SELECT $2::bigint[]), (SELECT $3::text[]), (SELECT $4::text[]))
            """;

    private static final String ASK_WAITING = "SELECT registration.ask_waiting()";

    /**
     * Who waits for a seat goes back to the list without losing the place; others are asked meanwhile, unless nobody
     * could be asked about them either.
     */
    private static final String PUT_OFF = """
            WITH put_off AS (
                UPDATE registration.registrations
                SET due_at = CASE WHEN waiting_since IS NULL OR $6 THEN clock_timestamp() + make_interval(secs => $3) ELSE 'infinity' END,
                    paused_until = CASE WHEN waiting_since IS NOT NULL AND NOT $6 THEN clock_timestamp() + make_interval(secs => $3) END,
                    claim = claim + 1, reason = $4,
                    uncounted = CASE WHEN waiting_since IS NULL THEN uncounted + $5 ELSE attempts END
                WHERE id = $1 AND claim = $2 AND enrollment = 'pending'
                RETURNING course_id, course_term_id, paused_until
            ), next_is_asked AS (
                UPDATE registration.enrollment_limits SET look_at = clock_timestamp()
                WHERE id = (SELECT registration.limit_of(course_id, course_term_id) FROM put_off WHERE paused_until IS NOT NULL)
            )
            SELECT FROM put_off
            """;

    private static final String HAND_BACK = """
            UPDATE registration.registrations
            SET due_at = clock_timestamp(), claim = claim + 1, uncounted = uncounted + 1
            WHERE %s""".formatted(HELD);

    private static final String DUE = """
            SELECT count(*) AS size, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS age
            FROM (
                SELECT due_at
                FROM registration.registrations
                WHERE enrollment = 'pending' AND abandoned_at IS NULL AND due_at <= now()
                ORDER BY due_at
                LIMIT $1) due
            """;

    private static final String ABANDON = """
            UPDATE registration.registrations
            SET abandoned_at = clock_timestamp(), reason = $3
            WHERE id = $1 AND claim = $2 AND enrollment = 'pending'
            RETURNING %s
            """.formatted(ACTOR);

    /** A decision on a claimed registration that ends its enrollment. */
    record Settled(Claim claim, String enrollment, String reason) {}

    /**
     * A decision that was stored, or was not because another transaction has locked the limit of the seat.
     *
     * @param result "confirmed", "requested" (rejected), "waiting", "full" or "busy"
     * @param confirmedAt when it was confirmed; empty if it was not
     * @param isLookDue whether somebody on a waiting list has to be asked now
     */
    record Ended(long fencingToken, String result, Optional<OffsetDateTime> confirmedAt, boolean isLookDue) {
        boolean isBusy() {
            return result.equals("busy");
        }
    }

    /**
     * Claims registrations that are due, the most overdue first. Each claim counts as an attempt, whatever its outcome.
     */
    Future<List<Claim>> claimDue(int limit) {
        return claim(new Statement(CLAIM_DUE, Tuple.of(seconds(lease), limit)));
    }

    /** Claims the given registrations that are due. */
    Future<List<Claim>> claim(Collection<UUID> registrations) {
        var ids = registrations.toArray(UUID[]::new);
        return claim(new Statement(CLAIM_NAMED, Tuple.of(seconds(lease)).addArrayOfUUID(ids)));
    }

    private Future<List<Claim>> claim(Statement statement) {
        return database.run(statement)
                .map(rows -> rows.stream().map(EnrollmentQueue::claim).toList());
    }

    private static Claim claim(Row row) {
        return new Claim(
                row.getUUID(0),
                row.getInteger(1),
                row.getLong(2),
                row.getInteger(3),
                row.getInteger(4),
                row.getString(5),
                new Offering(row.getUUID(6), Optional.ofNullable(row.getUUID(7))),
                row.getOffsetDateTime(8),
                Optional.ofNullable(row.getJsonObject(13)).map(EnrollmentQueue::requester),
                Permit.of(row.getJsonObject(14)),
                row.getBoolean(9),
                row.getBoolean(10),
                Duration.ofSeconds(row.getDouble(11).longValue()),
                TraceParent.of(row.getString(12)));
    }

    private static Requester requester(JsonObject caller) {
        return new Requester(caller.getString("name"), caller.getBoolean("bound"));
    }

    Future<Void> renew(Collection<Claim> held) {
        return database.run(new Statement(RENEW, Tuple.of(ids(held), fencingTokens(held), seconds(lease))))
                .mapEmpty();
    }

    /**
     * Stores decisions; a stale fencing token is ignored. An enrollment whose row another transaction has locked stays
     * pending, and its claim expires.
     *
     * @return what has become of the decisions that were not ignored, by registration
     */
    Future<Map<UUID, Ended>> settle(List<Settled> settled) {
        var claims = settled.stream().map(Settled::claim).toList();
        return database.run(new Statement(
                        SETTLE,
                        Tuple.of(
                                ids(claims),
                                fencingTokens(claims),
                                texts(settled, Settled::enrollment),
                                texts(settled, Settled::reason))))
                .map(rows -> rows.stream().collect(Collectors.toMap(row -> row.getUUID(0), EnrollmentQueue::ended)));
    }

    private static Ended ended(Row row) {
        return new Ended(
                row.getLong(1), row.getString(2), Optional.ofNullable(row.getOffsetDateTime(3)), row.getBoolean(4));
    }

    /**
     * Gives a claim back, so that the enrollment is tried again after a wait.
     *
     * @param counts whether the attempt counts against {@code enrollment.max-attempts}
     * @param isDeciderAbsent whether there is nobody to ask about others either
     * @return false when the claim is stale
     */
    Future<Boolean> putOff(Claim claim, Duration wait, String reason, boolean counts, boolean isDeciderAbsent) {
        var uncounted = counts ? 0 : 1;
        return change(
                PUT_OFF,
                Tuple.of(
                        claim.registration(), claim.fencingToken(), seconds(wait), reason, uncounted, isDeciderAbsent));
    }

    /** Makes those due who wait and for whom seats are free; returns how many. */
    Future<Long> askWaiting() {
        return database.run(new Statement(ASK_WAITING, Tuple.tuple()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Gives claims back, so that other workers may claim the registrations at once; the attempts do not count. */
    Future<Void> handBack(Collection<Claim> held) {
        var arguments = Tuple.tuple().addArrayOfUUID(ids(held)).addArrayOfLong(fencingTokens(held));
        return database.run(new Statement(HAND_BACK, arguments)).mapEmpty();
    }

    /** The registrations that wait for a worker. */
    Future<Backlog> due() {
        return database.run(new Statement(DUE, Tuple.of(Backlog.MOST)))
                .map(rows -> Backlog.of(rows.iterator().next()));
    }

    /**
     * Abandons a registration until its enrollment is requested again.
     *
     * @return false when the claim is stale
     */
    Future<Boolean> abandon(Claim claim, String reason) {
        return change(ABANDON, Tuple.of(claim.registration(), claim.fencingToken(), reason));
    }

    private Future<Boolean> change(String sql, Tuple arguments) {
        return database.run(new Statement(sql, arguments)).map(rows -> rows.rowCount() == 1);
    }

    private static UUID[] ids(Collection<Claim> claims) {
        return claims.stream().map(Claim::registration).toArray(UUID[]::new);
    }

    private static Long[] fencingTokens(Collection<Claim> claims) {
        return claims.stream().map(Claim::fencingToken).toArray(Long[]::new);
    }

    private static String[] texts(List<Settled> settled, Function<Settled, String> text) {
        return settled.stream().map(text).toArray(String[]::new);
    }
}
