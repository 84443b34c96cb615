package dev.registrar.registration.enrollment;

import dev.registrar.resource.store.Database;
import dev.registrar.resource.store.Statement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * The pending registrations as a queue of work, which any number of workers share. Times are those of the database: the
 * clocks of the workers play no part.
 */
final class EnrollmentQueue {
    /** The array makes PostgreSQL choose the rows once; a plain subselect may be run again, and lock more than the limit. */
    private static final String CLAIM = """
            UPDATE registration.registrations
            SET claim = claim + 1, attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => $1)
            WHERE id = ANY(ARRAY(
                SELECT id FROM registration.registrations
                WHERE enrollment = 'pending' AND abandoned_at IS NULL AND due_at <= clock_timestamp() %s
                ORDER BY due_at
                LIMIT $2
                FOR UPDATE SKIP LOCKED))
            RETURNING id, claim, attempts, uni, course_id, extract(epoch FROM clock_timestamp() - requested_at)::float8
            """;

    private static final String CLAIM_DUE = CLAIM.formatted("");
    private static final String CLAIM_NAMED = CLAIM.formatted("AND id = ANY($3)");

    private static final String EXTEND = """
            UPDATE registration.registrations
            SET due_at = clock_timestamp() + make_interval(secs => $3)
            WHERE id = ANY(ARRAY(
                SELECT r.id
                FROM registration.registrations r
                JOIN unnest($1::uuid[], $2::bigint[]) AS held (id, claim) ON r.id = held.id AND r.claim = held.claim
                WHERE r.enrollment = 'pending'
                FOR UPDATE OF r SKIP LOCKED))
            """;

    private static final String SETTLE = """
            WITH settled AS (
                SELECT *
                FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) AS s (id, claim, enrollment, reason)
            ), held AS (
                SELECT r.id
                FROM registration.registrations r
                JOIN settled USING (id, claim)
                WHERE r.enrollment = 'pending'
                FOR UPDATE OF r SKIP LOCKED
            )
            UPDATE registration.registrations r
            SET enrollment = settled.enrollment, reason = settled.reason
            FROM settled JOIN held USING (id)
            WHERE r.id = held.id
            """;

    private static final String PUT_OFF = """
            UPDATE registration.registrations
            SET due_at = clock_timestamp() + make_interval(secs => $3), claim = claim + 1, reason = $4,
                attempts = attempts - $5
            WHERE id = $1 AND claim = $2 AND enrollment = 'pending'
            """;

    private static final String ABANDON = """
            UPDATE registration.registrations
            SET abandoned_at = clock_timestamp(), reason = $3
            WHERE id = $1 AND claim = $2 AND enrollment = 'pending'
            """;

    private final Database database;
    private final double leaseSeconds;

    EnrollmentQueue(Database database, Duration lease) {
        this.database = database;
        leaseSeconds = seconds(lease);
    }

    /** A decision on a claimed registration that ends its enrollment. */
    record Settled(Claim claim, String enrollment, String reason) {}

    /** Claims registrations that are due, the most overdue first. Each claim is an attempt, whatever becomes of it. */
    Future<List<Claim>> claimDue(int limit) {
        return claim(new Statement(CLAIM_DUE, Tuple.of(leaseSeconds, limit)));
    }

    /** Claims those of these registrations that are due. */
    Future<List<Claim>> claim(Collection<UUID> registrations) {
        return claim(new Statement(
                CLAIM_NAMED, Tuple.of(leaseSeconds, registrations.size(), registrations.toArray(UUID[]::new))));
    }

    private Future<List<Claim>> claim(Statement statement) {
        return database.run(statement).map(EnrollmentQueue::claims);
    }

    private static List<Claim> claims(RowSet<Row> rows) {
        List<Claim> claims = new ArrayList<>();
        rows.forEach(row -> claims.add(claim(row)));
        return claims;
    }

    private static Claim claim(Row row) {
        return new Claim(
                row.getUUID(0),
                row.getLong(1),
                row.getInteger(2),
                row.getString(3),
                row.getUUID(4),
                Duration.ofSeconds(row.getDouble(5).longValue()));
    }

    /** Keeps claims for another lease. */
    Future<Void> extend(Collection<Claim> held) {
        return database.run(new Statement(EXTEND, Tuple.of(ids(held), numbers(held), leaseSeconds)))
                .mapEmpty();
    }

    /**
     * Ends enrollments, each unless somebody else holds a later claim on it by now. One whose row another transaction keeps
     * locked stays as it is, and its claim lapses.
     */
    Future<Void> settle(List<Settled> settled) {
        var claims = settled.stream().map(Settled::claim).toList();
        return database.run(new Statement(
                        SETTLE,
                        Tuple.of(
                                ids(claims),
                                numbers(claims),
                                texts(settled, Settled::enrollment),
                                texts(settled, Settled::reason))))
                .mapEmpty();
    }

    /**
     * Gives a claim back, to be tried again after a while.
     *
     * @param counts whether the attempt counts
     */
    Future<Void> putOff(Claim claim, Duration wait, String reason, boolean counts) {
        var arguments = Tuple.of(claim.registration(), claim.number(), seconds(wait), reason, counts ? 0 : 1);
        return database.run(new Statement(PUT_OFF, arguments)).mapEmpty();
    }

    /** Gives a registration up, until somebody requests its enrollment again. */
    Future<Void> abandon(Claim claim, String reason) {
        return database.run(new Statement(ABANDON, Tuple.of(claim.registration(), claim.number(), reason)))
                .mapEmpty();
    }

    private static UUID[] ids(Collection<Claim> claims) {
        return claims.stream().map(Claim::registration).toArray(UUID[]::new);
    }

    private static Long[] numbers(Collection<Claim> claims) {
        return claims.stream().map(Claim::number).toArray(Long[]::new);
    }

    private static String[] texts(List<Settled> settled, Function<Settled, String> text) {
        return settled.stream().map(text).toArray(String[]::new);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
