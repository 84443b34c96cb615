package dev.registrar.resource.idempotency;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.database.CallContext;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.DatabaseFailures;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.store.DatabaseErrors;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.time.Deadline;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
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

    private final Database database;
    private final ResourceChanges changes;
    private final StoredReplies replies;
    private final Duration replyTimeout;
    private final Vertx vertx;
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
        replies = new StoredReplies(vertx, schema, settings.retention(), replyTimeout);
        unfinished = new ProcessWarning(
                vertx,
                LOG,
                "The final reply for an idempotency key cannot be stored, so repeated requests get the provisional one");
        this.replyTimeout = replyTimeout;
        this.database = database;
        this.changes = changes;
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
        var context = ResourceChanges.contextOf(type, request);
        return database.of(context)
                .inTransaction(transaction -> replies.find(transaction, keyed)
                        .compose(earlier -> earlier.isPresent()
                                ? repeat(transaction, keyed, earlier.get())
                                : change.apply(changes.of(type, request).within(transaction))
                                        .compose(done -> keep(
                                                transaction, done, replies.keep(keyed, replyTo.apply(done), isFinal)))))
                .onFailure(failure -> sealIfUncertain(context, keyed, failure))
                .recover(failure -> Future.failedFuture(DatabaseErrors.explainChange(type, failure)));
    }

    private <T> Future<IdempotentResult<T>> repeat(SqlConnection transaction, KeyedRequest keyed, ResourceReply reply) {
        return Database.run(transaction, replies.seal(keyed)).map(new IdempotentResult.Repeated<>(reply));
    }

    /** Stores the reply to a change in the transaction that has made it. */
    private static <T> Future<IdempotentResult<T>> keep(SqlConnection transaction, T done, Statement keeping) {
        return Database.run(transaction, keeping).map(new IdempotentResult.Fresh<>(done));
    }

    /** A change that was started may be committed in spite of the failure; then its provisional reply becomes final. */
    private void sealIfUncertain(CallContext context, KeyedRequest keyed, Throwable failure) {
        if (!(failure instanceof JsonApiException || DatabaseFailures.isNotStarted(failure))) {
            retry(context, replies.seal(keyed), endOfRetries()).onFailure(unfinished::log);
        }
    }

    /**
     * Runs a statement, again and again while the database is unavailable. Until it succeeds, requests with the key
     * fail with {@code request_in_progress}.
     */
    private Future<Void> retry(CallContext context, Statement statement, Deadline limit) {
        return database.of(context.until(limit))
                .run(statement)
                .<Void>mapEmpty()
                .recover(failure -> limit.left().compareTo(PAUSE) > 0
                        ? vertx.timer(PAUSE.toMillis()).compose(over -> retry(context, statement, limit))
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
        var finishing = replies.finish(KeyedRequest.of(type, request), reply);
        var stored = retry(ResourceChanges.contextOf(type, request), finishing, endOfRetries())
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
        return database.of(ResourceChanges.contextOf(type, request))
                .inTransaction(transaction -> Database.run(transaction, replies.hold(keyed))
                        .compose(held -> held.size() > 0
                                ? undoing.apply(changes.of(type, request).within(transaction))
                                : Future.succeededFuture(false))
                        .compose(undone -> undone
                                ? Database.run(transaction, replies.forget(keyed))
                                        .map(true)
                                : Future.succeededFuture(false)));
    }
}
