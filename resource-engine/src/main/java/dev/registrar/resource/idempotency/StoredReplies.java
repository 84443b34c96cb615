package dev.registrar.resource.idempotency;

import static dev.registrar.platform.database.Statement.seconds;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The table that stores the reply for each idempotency key: a provisional one until the final one is known.
 */
record StoredReplies(String schema, Duration retention, Duration replyTimeout) {
    /**
     * Held until the end of the transaction: of concurrent equal requests, one proceeds and the others fail without
     * waiting.
     */
    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))";

    /** A provisional reply counts as final when it is older than twice the request timeout: its node is lost. */
    private static final String FIND = """
            SELECT fingerprint,
                answered OR created_at < now() - 2 * make_interval(secs => $3),
                status, document, etag, location, retry_after, preference_applied
            FROM %s.idempotency_keys
            WHERE caller = $1 AND key = $2 AND created_at > now() - make_interval(secs => $4)
            """;

    private static final String USED = "SELECT key FROM %s.idempotency_keys WHERE caller = $1 AND key = ANY($2)";

    private static final String KEEP = """
            INSERT INTO %s.idempotency_keys
                (caller, key, fingerprint, answered,
                    status, document, etag, location, retry_after, preference_applied)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (caller, key) DO UPDATE SET
                fingerprint = EXCLUDED.fingerprint, answered = EXCLUDED.answered,
                status = EXCLUDED.status, document = EXCLUDED.document, etag = EXCLUDED.etag, location = EXCLUDED.location,
                retry_after = EXCLUDED.retry_after, preference_applied = EXCLUDED.preference_applied,
                created_at = EXCLUDED.created_at
            """;

    private static final String FINISH = """
            UPDATE %s.idempotency_keys
            SET answered = true, status = $3, document = $4, etag = $5, location = $6, retry_after = $7,
                preference_applied = $8
            WHERE caller = $1 AND key = $2 AND NOT answered
            """;

    private static final String SEAL = """
            UPDATE %s.idempotency_keys SET answered = true WHERE caller = $1 AND key = $2 AND NOT answered
            """;

    private static final String HOLD = """
            SELECT FROM %s.idempotency_keys WHERE caller = $1 AND key = $2 AND NOT answered FOR UPDATE
            """;

    private static final String FORGET = """
            DELETE FROM %s.idempotency_keys WHERE caller = $1 AND key = $2 AND NOT answered
            """;

    private static final String PRUNE = """
            WITH removed AS (
                DELETE FROM %1$s.idempotency_keys
                WHERE ctid = ANY(ARRAY(
                    SELECT ctid FROM %1$s.idempotency_keys WHERE created_at < now() - make_interval(secs => $1)
                    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
                RETURNING key
            )
            SELECT count(*) FROM removed
            """;

    /**
     * A request with an Idempotency-Key.
     *
     * @param caller the {@link dev.registrar.resource.bus.Caller#identity} that the key belongs to; other callers may
     *     use the same key
     * @param fingerprint a hash of the request; the order of members and parameters does not matter
     */
    record KeyedRequest(String caller, String key, String fingerprint) {
        /** Reads the key of a request that has one. */
        static KeyedRequest of(RequestScope scope) {
            var request = scope.request();
            var key = new IdempotencyKey(request.idempotencyKey().orElseThrow());
            var canonical = String.join(
                    "\n",
                    request.action().headerValue(),
                    scope.type().name(),
                    request.id().orElse(""),
                    request.relationship().orElse(""),
                    new TreeMap<>(request.query()).toString(),
                    request.document().map(RequestDocument::canonicalText).orElse(""));
            return new KeyedRequest(request.caller().identity(), key.value(), DigestUtils.sha256Hex(canonical));
        }
    }

    /** Removes keys after the retention time. */
    Statement prune() {
        return new Statement(PRUNE.formatted(schema), Tuple.of(seconds(retention), RegularRemoval.BATCH));
    }

    /**
     * Finds the final reply for a key. Until the end of the transaction, other transactions with the key fail here.
     *
     * @return fails with {@code request_in_progress} if there is a provisional reply or another transaction uses the
     *     key, and with {@code idempotency_key_reused} if the reply is to a different request
     */
    Future<Optional<ResourceReply>> find(SqlConnection transaction, KeyedRequest keyed) {
        var lock = new Statement(LOCK, Tuple.of(String.join("\n", schema, keyed.caller(), keyed.key())));
        var find = new Statement(
                FIND.formatted(schema),
                Tuple.of(keyed.caller(), keyed.key(), seconds(replyTimeout), seconds(retention)));
        return Database.run(transaction, List.of(lock, find)).map(results -> {
            if (!results.get(0).iterator().next().getBoolean(0)) {
                throw IdempotencyKey.inProgress();
            }
            return Database.first(results.get(1)).map(row -> replyIn(row, keyed));
        });
    }

    /** Selects those of these keys that a caller has used. */
    Statement used(Caller caller, List<String> keys) {
        var arguments = Tuple.of(caller.identity()).addArrayOfString(keys.toArray(String[]::new));
        return new Statement(USED.formatted(schema), arguments);
    }

    private static ResourceReply replyIn(Row row, KeyedRequest keyed) {
        if (!row.getString(0).equals(keyed.fingerprint())) {
            throw IdempotencyKey.reused();
        }
        if (!row.getBoolean(1)) {
            throw IdempotencyKey.inProgress();
        }
        var retryAfter = row.getInteger(6);
        return new ResourceReply(
                row.getInteger(2),
                row.getBuffer(3),
                Optional.ofNullable(row.getString(4)),
                Optional.ofNullable(row.getString(5)),
                retryAfter == null ? OptionalInt.empty() : OptionalInt.of(retryAfter),
                Optional.ofNullable(row.getString(7)),
                Optional.empty());
    }

    /** Stores the reply in the transaction of the change. */
    Statement keep(KeyedRequest keyed, ResourceReply reply, boolean isFinal) {
        var arguments = Tuple.of(keyed.caller(), keyed.key(), keyed.fingerprint(), isFinal);
        return new Statement(KEEP.formatted(schema), withReply(arguments, reply));
    }

    /** Replaces the provisional reply by the final one. */
    Statement finish(KeyedRequest keyed, ResourceReply reply) {
        return new Statement(FINISH.formatted(schema), withReply(Tuple.of(keyed.caller(), keyed.key()), reply));
    }

    /** Makes the provisional reply final: a client has received it, or no other reply will follow. */
    Statement seal(KeyedRequest keyed) {
        return on(keyed, SEAL);
    }

    /** Locks the provisional reply, which is not sent to anyone from now on; no row if there is none. */
    Statement hold(KeyedRequest keyed) {
        return on(keyed, HOLD);
    }

    /** Removes the provisional reply. */
    Statement forget(KeyedRequest keyed) {
        return on(keyed, FORGET);
    }

    private Statement on(KeyedRequest keyed, String sql) {
        return new Statement(sql.formatted(schema), Tuple.of(keyed.caller(), keyed.key()));
    }

    private static Tuple withReply(Tuple arguments, ResourceReply reply) {
        return arguments
                .addInteger(reply.status())
                .addBuffer(reply.document())
                .addString(reply.etag().orElse(null))
                .addString(reply.location().orElse(null))
                .addInteger(reply.retryAfter().isPresent() ? reply.retryAfter().getAsInt() : null)
                .addString(reply.preferenceApplied().orElse(null));
    }
}
