package dev.registrar.resource.idempotency;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
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
 * Lets a request with an Idempotency-Key have its effect once. The answer is stored in the transaction of the effect: after
 * a crash there are both or neither. Refused requests leave no trace, so they may be mended and sent again.
 */
public final class IdempotencyKeys {
    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyKeys.class);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration PRUNING_INTERVAL = Duration.ofMinutes(10);

    /** Held until the end of the transaction: of equal requests at once, one goes on, and nobody waits for it. */
    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))";

    /** A response that is not final never will be when its node is lost, or has needed twice the time of a request. */
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

    /** Once somebody has been given the provisional answer, it is the final one. */
    private static final String SEAL = """
            UPDATE %s.idempotency_keys SET answered = true WHERE caller = $1 AND key = $2 AND NOT answered
            """;

    /** From here on nobody is given the provisional answer. */
    private static final String HOLD = """
            SELECT FROM %s.idempotency_keys WHERE caller = $1 AND key = $2 AND NOT answered FOR UPDATE
            """;

    private static final String FORGET = """
            DELETE FROM %s.idempotency_keys WHERE caller = $1 AND key = $2 AND NOT answered
            """;

    private static final String PRUNE =
            "DELETE FROM %s.idempotency_keys WHERE created_at < now() - make_interval(secs => $1)";

    private final Database database;
    private final ResourceChanges changes;
    private final String schema;
    private final Duration replyTimeout;
    private final Vertx vertx;
    private final Nodes nodes;
    private final ProcessWarning unpruned;
    private final ProcessWarning unfinished;

    /**
     * Makes them.
     *
     * @param replyTimeout how long a request takes at most
     */
    public IdempotencyKeys(
            Vertx vertx, Database database, ResourceChanges changes, String schema, Duration replyTimeout) {
        this.vertx = vertx;
        nodes = Nodes.of(vertx);
        unpruned = new ProcessWarning(vertx, LOG, "Old idempotency keys stay for now");
        unfinished = new ProcessWarning(vertx, LOG, "The final answer of a key cannot be kept");
        this.replyTimeout = replyTimeout;
        this.database = database;
        this.changes = changes;
        this.schema = schema;
    }

    /** Removes, from time to time, what has been kept long enough. */
    public void pruneRegularly() {
        vertx.setPeriodic(
                PRUNING_INTERVAL.toMillis(),
                timer -> database.run(
                                new Statement(PRUNE.formatted(schema), Tuple.of(seconds(IdempotencyKey.RETENTION))))
                        .onFailure(unpruned::tell));
    }

    /** Changes something, once for the request's key if it has one. */
    public Future<ResourceReply> once(
            ResourceType type, ResourceRequest request, Function<ResourceChanges, Future<ResourceReply>> change) {
        return begin(type, request, change, Function.identity(), true)
                .map(begun -> begun.fold(Function.identity(), Function.identity()));
    }

    /**
     * Changes something, once for the request's key if it has one, of which the final answer is not known yet.
     *
     * @param provisional the answer for whom asks again after a crash
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
            Function<T, ResourceReply> answer,
            boolean isFinal) {
        if (request.idempotencyKey().isEmpty()) {
            return change.apply(changes.until(request.deadline())).map(IdempotentResult.Fresh::new);
        }
        var keyed = KeyedRequest.of(type, request);
        return database.until(request.deadline())
                .inTransaction(transaction -> find(transaction, keyed)
                        .compose(kept -> kept.isPresent()
                                ? Database.run(transaction, on(keyed, SEAL))
                                        .<IdempotentResult<T>>map(new IdempotentResult.Repeated<>(kept.get()))
                                : change.apply(changes.within(transaction))
                                        .compose(done -> Database.run(
                                                        transaction, keep(keyed, answer.apply(done), isFinal))
                                                .map(new IdempotentResult.Fresh<>(done)))))
                .recover(failure -> Future.failedFuture(
                        failure instanceof JsonApiException refused ? refused : unknown(type, keyed, failure)));
    }

    /** It may have been committed although nothing says so: then the attempt ends with that, and the provisional answer stays. */
    private Throwable unknown(ResourceType type, KeyedRequest keyed, Throwable failure) {
        endAttempt(on(keyed, SEAL), endOfAttempts()).onFailure(unfinished::tell);
        return DatabaseFailures.explainChange(type, failure);
    }

    /** Tries again while the database is away: until then a request with the key is told that the first one is in progress. */
    private Future<Void> endAttempt(Statement statement, Deadline limit) {
        return database.until(limit)
                .run(statement)
                .<Void>mapEmpty()
                .recover(failure -> limit.left().compareTo(PAUSE) > 0
                        ? vertx.timer(PAUSE.toMillis()).compose(over -> endAttempt(statement, limit))
                        : Future.failedFuture(failure));
    }

    /** After that, each attempt has ended anyway. */
    private Deadline endOfAttempts() {
        return Deadline.in(replyTimeout.multipliedBy(2));
    }

    /** Keeps the final answer, and never fails: when it cannot be kept in time, the provisional one stays. */
    public Future<Void> finish(ResourceType type, ResourceRequest request, ResourceReply answer) {
        return request.idempotencyKey().isEmpty()
                ? Future.succeededFuture()
                : tryToRun(request, finish(KeyedRequest.of(type, request), answer));
    }

    /**
     * Undoes what a request did, and forgets its key with that: sent again, it has its effect again.
     *
     * @param undoing gives false when there is nothing to undo any more
     * @return false, with nothing undone, in that case and when somebody has been given the provisional answer meanwhile
     */
    public Future<Boolean> undo(
            ResourceType type, ResourceRequest request, Function<ResourceChanges, Future<Boolean>> undoing) {
        if (request.idempotencyKey().isEmpty()) {
            return undoing.apply(changes.until(request.deadline()));
        }
        var keyed = KeyedRequest.of(type, request);
        return database.until(request.deadline())
                .inTransaction(transaction -> Database.run(transaction, on(keyed, HOLD))
                        .compose(held -> held.size() > 0
                                ? undoing.apply(changes.within(transaction))
                                : Future.succeededFuture(false))
                        .compose(undone -> undone
                                ? Database.run(transaction, on(keyed, FORGET)).map(true)
                                : Future.succeededFuture(false)));
    }

    private Future<Void> tryToRun(ResourceRequest request, Statement statement) {
        return request.deadline()
                .bound(endAttempt(statement, endOfAttempts()))
                .onFailure(unfinished::tell)
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    private Future<Optional<ResourceReply>> find(SqlConnection transaction, KeyedRequest keyed) {
        var lock = new Statement(LOCK, Tuple.of(String.join("\n", schema, keyed.caller(), keyed.key())));
        var find = new Statement(
                FIND.formatted(schema),
                Tuple.of(
                        keyed.caller(),
                        keyed.key(),
                        seconds(replyTimeout),
                        nodes.present(),
                        seconds(IdempotencyKey.RETENTION)));
        return Database.run(transaction, List.of(lock, find)).map(results -> {
            if (!results.get(0).iterator().next().getBoolean(0)) {
                throw IdempotencyKey.inProgress();
            }
            return Database.first(results.get(1)).map(row -> replyIn(row, keyed));
        });
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
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

    private Statement keep(KeyedRequest keyed, ResourceReply answer, boolean isFinal) {
        var arguments = Tuple.of(keyed.caller(), keyed.key(), keyed.fingerprint(), isFinal, nodes.own());
        return new Statement(KEEP.formatted(schema), withAnswer(arguments, answer));
    }

    private Statement finish(KeyedRequest keyed, ResourceReply answer) {
        return new Statement(FINISH.formatted(schema), withAnswer(Tuple.of(keyed.caller(), keyed.key()), answer));
    }

    private static Tuple withAnswer(Tuple arguments, ResourceReply answer) {
        return arguments
                .addInteger(answer.status())
                .addBuffer(answer.document())
                .addString(answer.etag().orElse(null))
                .addString(answer.location().orElse(null))
                .addInteger(
                        answer.retryAfter().isPresent() ? answer.retryAfter().getAsInt() : null)
                .addString(answer.preferenceApplied().orElse(null));
    }
}
