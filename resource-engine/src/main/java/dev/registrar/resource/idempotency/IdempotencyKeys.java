package dev.registrar.resource.idempotency;

import dev.registrar.platform.database.CallContext;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseFailures;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.idempotency.StoredReplies.KeyedRequest;
import dev.registrar.resource.store.DatabaseErrors;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
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
    private final StoredReplies replies;
    private final Vertx vertx;
    private final ProcessWarning unfinished;

    public IdempotencyKeys(
            Vertx vertx, Database database, String schema, IdempotencyKey.Settings settings, Duration replyTimeout) {
        this.vertx = vertx;
        this.database = database;
        replies = new StoredReplies(schema, settings.retention(), replyTimeout);
        unfinished = new ProcessWarning(
                vertx,
                LOG,
                "The final reply for an idempotency key cannot be stored, so repeated requests get the provisional one");
    }

    /** Starts removing keys after the retention time. */
    public void startPruning() {
        var warning = new ProcessWarning(vertx, LOG, "Old idempotency keys currently cannot be removed");
        new RegularRemoval(vertx, database, replies.prune(), warning).start(replies.retention());
    }

    /**
     * Makes a change, only once for the request's key if it has one.
     *
     * @param change makes it in the scope of the request, or of a transaction of it
     */
    public Future<ResourceReply> once(RequestScope scope, Function<RequestScope, Future<ResourceReply>> change) {
        return once(scope, change, Function.identity(), true, Future::succeededFuture);
    }

    /**
     * Makes a change whose final reply is not known yet, only once for the request's key if it has one.
     *
     * @param change makes it in the scope of the request, or of a transaction of it
     * @param provisional the reply to a repeated request after a crash
     * @param complete makes the final reply, after the change was committed; it must {@link #finish}
     */
    public <T> Future<ResourceReply> once(
            RequestScope scope,
            Function<RequestScope, Future<T>> change,
            Function<T, ResourceReply> provisional,
            Function<T, Future<ResourceReply>> complete) {
        return once(scope, change, provisional, false, complete);
    }

    private <T> Future<ResourceReply> once(
            RequestScope scope,
            Function<RequestScope, Future<T>> change,
            Function<T, ResourceReply> replyTo,
            boolean isFinal,
            Function<T, Future<ResourceReply>> complete) {
        if (scope.request().idempotencyKey().isEmpty()) {
            return change.apply(scope).compose(complete);
        }
        var keyed = KeyedRequest.of(scope);
        return scope.on(database)
                .inTransaction(transaction -> replies.find(transaction, keyed)
                        .compose(earlier -> earlier.isPresent()
                                ? repeat(transaction, keyed, earlier.get())
                                : change.apply(scope.within(transaction))
                                        .compose(done -> keep(
                                                transaction,
                                                replies.keep(keyed, replyTo.apply(done), isFinal),
                                                () -> complete.apply(done)))))
                .onFailure(failure -> sealIfUncertain(scope, keyed, failure))
                .recover(failure -> Future.failedFuture(DatabaseErrors.explainChange(scope.type(), failure)))
                .compose(Supplier::get);
    }

    /** Supplies the reply of the first request. */
    private Future<Supplier<Future<ResourceReply>>> repeat(
            SqlConnection transaction, KeyedRequest keyed, ResourceReply reply) {
        return keep(transaction, replies.seal(keyed), () -> Future.succeededFuture(reply));
    }

    /** Stores a reply in the transaction; returns what follows when that is committed. */
    private static Future<Supplier<Future<ResourceReply>>> keep(
            SqlConnection transaction, Statement keeping, Supplier<Future<ResourceReply>> then) {
        return Database.run(transaction, keeping).map(then);
    }

    /** A change that was started may be committed in spite of the failure; then its provisional reply becomes final. */
    private void sealIfUncertain(RequestScope scope, KeyedRequest keyed, Throwable failure) {
        if (!(failure instanceof JsonApiException || DatabaseFailures.isNotStarted(failure))) {
            retry(scope.context(), replies.seal(keyed), endOfRetries()).onFailure(unfinished::log);
        }
    }

    /**
     * Runs a statement, again and again while the database is unavailable. Until it succeeds, requests with the key
     * fail with {@code request_in_progress}.
     */
    private Future<Void> retry(CallContext context, Statement statement, Deadline limit) {
        return database.limitedBy(context.until(limit))
                .run(statement)
                .<Void>mapEmpty()
                .recover(failure -> limit.left().compareTo(PAUSE) > 0
                        ? vertx.timer(PAUSE.toMillis()).compose(over -> retry(context, statement, limit))
                        : Future.failedFuture(failure));
    }

    /** By this time, every provisional reply counts as final anyway. */
    private Deadline endOfRetries() {
        return Deadline.in(replies.replyTimeout().multipliedBy(2));
    }

    /**
     * Stores the final reply. Never fails, and ends with the request, even if the reply cannot be stored until later;
     * if it never can, the provisional reply stays.
     */
    public Future<Void> finish(RequestScope scope, ResourceReply reply) {
        var request = scope.request();
        if (request.idempotencyKey().isEmpty()) {
            return Future.succeededFuture();
        }
        var finishing = replies.finish(KeyedRequest.of(scope), reply);
        var stored = retry(scope.context(), finishing, endOfRetries()).onFailure(unfinished::log);
        return request.deadline().bound(stored).<Void>mapEmpty().otherwiseEmpty();
    }

    /** Which of these keys the caller of the request has used. */
    public Future<Set<String>> used(RequestScope scope, List<String> some) {
        return database.run(replies.used(scope.request().caller(), some))
                .map(rows -> Set.copyOf(Database.list(rows, row -> row.getString(0))));
    }

    /**
     * Undoes the change of a request and forgets its key in the same transaction, so that the request can take effect
     * again.
     *
     * @param undoing completes with false when there is nothing left to undo
     * @return false, with nothing undone, in that case and when the provisional reply has been sent to a client in
     *     the meantime
     */
    public Future<Boolean> undo(RequestScope scope, Function<RequestScope, Future<Boolean>> undoing) {
        if (scope.request().idempotencyKey().isEmpty()) {
            return undoing.apply(scope);
        }
        var keyed = KeyedRequest.of(scope);
        return scope.on(database)
                .inTransaction(transaction -> Database.run(transaction, replies.hold(keyed))
                        .compose(held -> held.size() > 0
                                ? undoing.apply(scope.within(transaction))
                                : Future.succeededFuture(false))
                        .compose(undone -> undone
                                ? Database.run(transaction, replies.forget(keyed))
                                        .map(true)
                                : Future.succeededFuture(false)));
    }
}
