package dev.registrar.resource.idempotency;

import static dev.registrar.resource.database.Statement.seconds;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.database.Work;
import dev.registrar.resource.database.failure.DatabaseFailures;
import dev.registrar.resource.database.failure.ProcessWarning;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.time.Deadline;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a request with an Idempotency-Key take effect once. The reply is stored in the same transaction as the effect,
 * so after a crash either both exist or neither. Rejected requests leave no trace, so a client may correct one and send
 * it again.
 */
public final class IdempotencyKeys {
    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyKeys.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    /**
     * Held until the end of the transaction: of concurrent equal requests, one proceeds and the others fail without
     * waiting.
     */
    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))";

    /**
     * A provisional reply counts as final when its node is lost, or when it is older than twice the request timeout.
     */
    private static final String FIND = """
            SELECT fingerprint,
                answered OR created_at < now() - 2 * make_interval(secs => $3) OR coalesce(node <> ALL($4), false),
                status, document, etag, location, retry_after, preference_applied
            FROM %s.idempotency_keys
            WHERE caller = $1 AND key = $2 AND created_at > now() - make_interval(secs => $5)
            """;

    private static final String KEEP = """
            INSERT INTO %s.idempotency_keys
                (caller, key, fingerprint, answered, node,
                    status, document, etag, location, retry_after, preference_applied)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (caller, key) DO UPDATE SET
                fingerprint = EXCLUDED.fingerprint, answered = EXCLUDED.answered, node = EXCLUDED.node,
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

    /** Makes the provisional reply final: a client has received it, or no other reply will follow. */
    private static final String SEAL = """
            UPDATE %s.idempotency_keys SET answered = true WHERE caller = $1 AND key = $2 AND NOT answered
            """;

    /** Locks the row, so that the provisional reply is not sent to anyone from now on. */
    private static final String HOLD = """
            SELECT FROM %s.idempotency_keys WHERE caller = $1 AND key = $2 AND NOT answered FOR UPDATE
            """;

    private static final String FORGET = """
            DELETE FROM %s.idempotency_keys WHERE caller = $1 AND key = $2 AND NOT answered
            """;

    private final Database database;
    private final ResourceChanges changes;
    private final String schema;
    private final Duration retention;
    private final Duration replyTimeout;
    private final Vertx vertx;
    private final Nodes nodes;
    private final ProcessWarning unfinished;

    /**
     * Creates the store of idempotency keys.
     *
     * @param replyTimeout the maximum duration of a request
     */
    public IdempotencyKeys(
            Vertx vertx,
            Database database,
            ResourceChanges changes,
            String schema,
            KeySettings settings,
            Duration replyTimeout) {
        this.vertx = vertx;
        nodes = Nodes.of(vertx);
        unfinished = new ProcessWarning(
                vertx,
                LOG,
                "The final reply for an idempotency key cannot be stored, so repeated requests get the provisional one");
        retention = settings.retention();
        this.replyTimeout = replyTimeout;
        this.database = database;
        this.changes = changes;
        this.schema = schema;
    }

    /** Makes a change, only once for the request's key if it has one. */
    public Future<ResourceReply> once(
            ResourceType type, ResourceRequest request, Function<ResourceChanges, Future<ResourceReply>> change) {
        return begin(type, request, change, Function.identity(), true)
                .map(begun -> begun.fold(Function.identity(), Function.identity()));
    }

    /**
     * Makes a change whose final reply is not known yet, only once for the request's key if it has one.
     *
     * @param provisional the reply to a repeated request after a crash
     */
    public <T> Future<IdempotentResult<T>> begin(
            ResourceType type,
            ResourceRequest request,
            Function<ResourceChanges, Future<T>> change,
            Function<T, ResourceReply> provisional) {
        return begin(type, request, change, provisional, false);
    }

    private <T> Future<IdempotentResult<T>> begin(
            ResourceType type,
            ResourceRequest request,
            Function<ResourceChanges, Future<T>> change,
            Function<T, ResourceReply> replyTo,
            boolean isFinal) {
        if (request.idempotencyKey().isEmpty()) {
            return change.apply(changes.of(type, request)).map(IdempotentResult.Fresh::new);
        }
        var keyed = KeyedRequest.of(type, request);
        var work = Work.of(type, request);
        return database.of(work)
                .inTransaction(transaction -> find(transaction, keyed)
                        .compose(earlier -> earlier.isPresent()
                                ? repeat(transaction, keyed, earlier.get())
                                : change.apply(changes.of(type, request).within(transaction))
                                        .compose(done ->
                                                keep(transaction, done, keeping(keyed, replyTo.apply(done), isFinal)))))
                .onFailure(failure -> sealIfUncertain(work, keyed, failure))
                .recover(failure -> Future.failedFuture(DatabaseFailures.explainChange(type, failure)));
    }

    private <T> Future<IdempotentResult<T>> repeat(SqlConnection transaction, KeyedRequest keyed, ResourceReply reply) {
        return Database.run(transaction, on(keyed, SEAL)).map(new IdempotentResult.Repeated<>(reply));
    }

    /** Stores the reply to a change in the transaction that has made it. */
    private static <T> Future<IdempotentResult<T>> keep(SqlConnection transaction, T done, Statement keeping) {
        return Database.run(transaction, keeping).map(new IdempotentResult.Fresh<>(done));
    }

    /** A change that was started may be committed in spite of the failure; then its provisional reply becomes final. */
    private void sealIfUncertain(Work work, KeyedRequest keyed, Throwable failure) {
        if (!(failure instanceof JsonApiException || DatabaseFailures.isNotStarted(failure))) {
            retry(work, on(keyed, SEAL), endOfRetries()).onFailure(unfinished::log);
        }
    }

    /**
     * Runs a statement, again and again while the database is unavailable. Until it succeeds, requests with the key
     * fail with {@code request_in_progress}.
     */
    private Future<Void> retry(Work work, Statement statement, Deadline limit) {
        return database.of(work.until(limit))
                .run(statement)
                .<Void>mapEmpty()
                .recover(failure -> limit.left().compareTo(PAUSE) > 0
                        ? vertx.timer(PAUSE.toMillis()).compose(over -> retry(work, statement, limit))
                        : Future.failedFuture(failure));
    }

    /** By this time, every provisional reply counts as final anyway. */
    private Deadline endOfRetries() {
        return Deadline.in(replyTimeout.multipliedBy(2));
    }

    /**
     * Stores the final reply. Never fails, and ends with the request, even if the reply cannot be stored until later; if it
     * never can, the provisional reply stays.
     */
    public Future<Void> finish(ResourceType type, ResourceRequest request, ResourceReply reply) {
        if (request.idempotencyKey().isEmpty()) {
            return Future.succeededFuture();
        }
        var stored = retry(Work.of(type, request), finishing(KeyedRequest.of(type, request), reply), endOfRetries())
                .onFailure(unfinished::log);
        return request.deadline().bound(stored).<Void>mapEmpty().otherwiseEmpty();
    }

    /**
     * Undoes the change of a request and forgets its key in the same transaction, so that the request can take effect
     * again.
     *
     * @param undoing completes with false when there is nothing left to undo
     * @return false, with nothing undone, in that case and when the provisional reply has been sent to a client in
     *     the meantime
     */
    public Future<Boolean> undo(
            ResourceType type, ResourceRequest request, Function<ResourceChanges, Future<Boolean>> undoing) {
        if (request.idempotencyKey().isEmpty()) {
            return undoing.apply(changes.of(type, request));
        }
        var keyed = KeyedRequest.of(type, request);
        return database.of(Work.of(type, request))
                .inTransaction(transaction -> Database.run(transaction, on(keyed, HOLD))
                        .compose(held -> held.size() > 0
                                ? undoing.apply(changes.of(type, request).within(transaction))
                                : Future.succeededFuture(false))
                        .compose(undone -> undone
                                ? Database.run(transaction, on(keyed, FORGET)).map(true)
                                : Future.succeededFuture(false)));
    }

    private Future<Optional<ResourceReply>> find(SqlConnection transaction, KeyedRequest keyed) {
        var lock = new Statement(LOCK, Tuple.of(String.join("\n", schema, keyed.caller(), keyed.key())));
        var find = new Statement(
                FIND.formatted(schema),
                Tuple.of(keyed.caller(), keyed.key(), seconds(replyTimeout), nodes.present(), seconds(retention)));
        return Database.run(transaction, List.of(lock, find)).map(results -> {
            if (!results.get(0).iterator().next().getBoolean(0)) {
                throw IdempotencyKey.inProgress();
            }
            return Database.first(results.get(1)).map(row -> replyIn(row, keyed));
        });
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
                Optional.ofNullable(row.getString(7)));
    }

    private Statement on(KeyedRequest keyed, String sql) {
        return new Statement(sql.formatted(schema), Tuple.of(keyed.caller(), keyed.key()));
    }

    private Statement keeping(KeyedRequest keyed, ResourceReply reply, boolean isFinal) {
        var arguments = Tuple.of(keyed.caller(), keyed.key(), keyed.fingerprint(), isFinal, nodes.own());
        return new Statement(KEEP.formatted(schema), withReply(arguments, reply));
    }

    private Statement finishing(KeyedRequest keyed, ResourceReply reply) {
        return new Statement(FINISH.formatted(schema), withReply(Tuple.of(keyed.caller(), keyed.key()), reply));
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
