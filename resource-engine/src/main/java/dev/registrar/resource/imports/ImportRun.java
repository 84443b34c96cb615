package dev.registrar.resource.imports;

import static dev.registrar.platform.database.DatabaseFailures.causeOf;

import dev.registrar.platform.database.CallContext;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.operations.LaterWork;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.operations.TraceParent;
import dev.registrar.platform.time.Backoff;
import dev.registrar.platform.time.Deadline;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.ImportRule;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.ResourceService.Imported;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.imports.ImportClaims.LostClaimException;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.store.DatabaseErrors;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on an import until it ends, or its claim is lost: chunk by chunk, each in a transaction with the progress, or
 * all at once. Use it on one event loop only.
 */
final class ImportRun {
    private static final Logger LOG = LoggerFactory.getLogger(ImportRun.class);

    /** A chunk takes about so long: it keeps what it locks, and a processor, no longer from others. */
    private static final Duration CHUNK = Duration.ofMillis(250);

    private static final int MAX_ROWS = 1_000;

    /** With fewer rows, a chunk takes hardly less time; only after a failure there are fewer. */
    private static final int FEW_ROWS = 250;

    /** The most rows that one transaction stores. */
    private static final int MAX_ROWS_AT_ONCE = 100_000;

    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(29);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    /** How often a chunk is tried again after a failure that nobody expects. */
    private static final int MAX_FAILURES = 3;

    private final Vertx vertx;
    private final ResourceService service;
    private final ImportClaims claims;
    private final ClaimedImport held;
    private final Import work;
    private final RowStorage storage;
    private final RowJudge judge;
    private final RowRequests requests;
    private final boolean hasRequests;
    private Progress progress;
    private int size = FEW_ROWS;
    private int outages;
    private int failures;
    private boolean isUncertain;
    private boolean isStopped;

    ImportRun(ResourceService service, ImportClaims claims, ClaimedImport held, Imported type) {
        this.service = service;
        this.claims = claims;
        this.held = held;
        vertx = service.vertx();
        work = held.work();
        progress = held.progress();
        var timeout = BusSettings.in(service.config()).replyTimeout();
        var scope = RequestScope.of(
                service.schema().types(),
                work.type(),
                ResourceRequest.of(
                        Action.CREATE, work.caller(), work.baseUrl(), Deadline.in(timeout), work.requestId()));
        judge = new RowJudge(vertx, work, type.rule(), new RelatedIds(scope, new ResourceClient(vertx), timeout));
        requests = new RowRequests(scope, work, type.handlers(), service.keys(), timeout);
        hasRequests = type.rule() != ImportRule.STORED && !work.dryRun();
        storage = new RowStorage(scope, held, new RowErrors(work.columns()), hasRequests);
    }

    /** A refusal of all rows, which keeps none of them. */
    private static final class UndoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UndoneException() {
            super("Nothing is kept", null, false, false);
        }
    }

    /** Another worker continues it later. */
    void stop() {
        isStopped = true;
    }

    /** Completes when there is nothing more to do for this worker; never fails. */
    Future<Void> run() {
        return new LaterWork("import", work.traceparent().flatMap(TraceParent::of)).begin(vertx, () -> {
            RequestContext.begin().setRequestId(work.requestId());
            return Repeat.until(isOver -> isOver, false, more -> step().recover(this::afterFailure))
                    .<Void>mapEmpty();
        });
    }

    /** Returns whether the work is over. */
    private Future<Boolean> step() {
        if (isStopped) {
            return claims.release(held).map(true);
        }
        if (!work.isAtOnce()) {
            return knownProgress()
                    .compose(known -> nextRows())
                    .compose(rows -> rows.isEmpty() ? end("done", Optional.empty()) : store(rows));
        }
        return held.rows() > MAX_ROWS_AT_ONCE
                ? end(
                        "failed",
                        Optional.of("A file that is imported as a whole or tried has at most %s rows; this one has %s."
                                .formatted(MAX_ROWS_AT_ONCE, held.rows())))
                : atOnce();
    }

    /** What has failed may have been committed all the same. */
    private Future<Progress> knownProgress() {
        return isUncertain
                ? claims.progress(held).onSuccess(known -> {
                    progress = known;
                    isUncertain = false;
                })
                : Future.succeededFuture(progress);
    }

    private Future<Boolean> afterFailure(Throwable failure) {
        if (failure instanceof LostClaimException) {
            return Future.succeededFuture(true);
        }
        isUncertain = true;
        if (isTransient(failure)) {
            size = Math.max(1, size / 2);
            outages++;
            return vertx.timer(BACKOFF.after(outages).toMillis()).map(false);
        }
        failures++;
        LOG.error("Import {} of {} failed after line {}", work.id(), work.type(), progress.line(), failure);
        return failures < MAX_FAILURES
                ? vertx.timer(BACKOFF.after(failures).toMillis()).map(false)
                : end(
                                "failed",
                                Optional.of(
                                        "The import failed after line %s. Quote the request id %s when you report this."
                                                .formatted(progress.line(), work.requestId())))
                        .recover(this::afterFailure);
    }

    /** Whether the cause is not in the import, and may be over later. */
    private boolean isTransient(Throwable failure) {
        var explained = DatabaseErrors.explain(work.type(), failure);
        return (explained instanceof JsonApiException errors && RowRequests.mayBeRepeated(errors))
                || (explained instanceof ErrorReplyException reply && reply.status() > 500);
    }

    private Future<Boolean> end(String state, Optional<String> reason) {
        return ImportClaims.requireHeld(claims.database()
                        .run(ImportClaims.end(work.id(), held.token(), state, reason))
                        .map(RowSet::rowCount))
                .map(true);
    }

    private Future<List<FileRecord>> nextRows() {
        return claims.rowsAfter(progress.line(), work, size);
    }

    /** Stores a chunk, and gives way to requests that have arrived meanwhile. */
    private Future<Boolean> store(List<FileRecord> records) {
        var begun = System.nanoTime();
        var requestsBefore = service.requests();
        return judge(records, service.importing()::run)
                .compose(rows -> requests.send(rows)
                        .compose(rejected -> storage.store(service.importing(), progress, rows, rejected)))
                .onSuccess(this::advance)
                .compose(stored -> {
                    var taken = Duration.ofNanos(System.nanoTime() - begun);
                    adapt(records.size(), taken);
                    return service.requests() == requestsBefore
                            ? Future.succeededFuture(false)
                            : vertx.timer(Math.max(1, taken.toMillis())).map(false);
                });
    }

    private Future<List<ImportedRow>> judge(List<FileRecord> records, Function<Statement, Future<RowSet<Row>>> sql) {
        return judge.judge(
                records, sql, rows -> hasRequests ? requests.repeated(rows) : Future.succeededFuture(List.of()));
    }

    private void advance(Progress after) {
        progress = after;
        outages = 0;
        failures = 0;
    }

    private void adapt(int rows, Duration taken) {
        if (rows < FEW_ROWS || taken.compareTo(CHUNK.dividedBy(2)) < 0) {
            size = Math.min(MAX_ROWS, Math.max(size, 2 * rows));
        } else if (taken.compareTo(CHUNK) > 0) {
            size = Math.max(FEW_ROWS, rows / 2);
        }
    }

    /** Judges all rows first if one of them may keep the others from being stored. */
    private Future<Boolean> atOnce() {
        return work.strict()
                ? restart()
                        .compose(restarted -> eachChunk(records ->
                                judge(records, service.importing()::run).compose(rows -> recordApart(rows, Map.of()))))
                        .compose(judged -> progress.rejected() > 0 ? endRejected() : storeAtOnce())
                : storeAtOnce();
    }

    private Future<Void> restart() {
        progress = Progress.NONE;
        return claims.restart(held);
    }

    private Future<Boolean> endRejected() {
        return end("failed", Optional.of("Rows were rejected: %s. Nothing was stored.".formatted(progress.rejected())));
    }

    private Future<Boolean> storeAtOnce() {
        return service.importing()
                .limitedBy(new CallContext("", "", "", Optional.empty(), () -> Deadline.in(LONGEST_TRANSACTION)))
                .inTransaction(transaction -> restart()
                        .compose(restarted -> eachChunk(records -> storeWithin(transaction, records)))
                        .compose(stored -> endWithin(transaction)))
                .recover(failure -> causeOf(failure) instanceof UndoneException
                        ? work.strict() && progress.rejected() > 0
                                ? endRejected()
                                : claims.database().inTransaction(this::endDone)
                        : Future.failedFuture(failure));
    }

    private Future<Void> storeWithin(SqlConnection transaction, List<FileRecord> records) {
        return judge(records, statement -> Database.run(transaction, statement))
                .compose(rows ->
                        storage.change(transaction, rows, Map.of()).compose(refused -> recordApart(rows, refused)));
    }

    private Future<Boolean> endWithin(SqlConnection transaction) {
        if (work.dryRun() || progress.rejected() > 0) {
            return Future.failedFuture(new UndoneException());
        }
        return endDone(transaction);
    }

    private Future<Boolean> endDone(SqlConnection transaction) {
        var end = ImportClaims.end(work.id(), held.token(), "done", Optional.empty());
        return ImportClaims.record(transaction, held, progress, Map.of())
                .compose(recorded -> Database.run(transaction, end))
                .map(true);
    }

    private Future<Void> eachChunk(Function<List<FileRecord>, Future<Void>> step) {
        return Repeat.until(
                        isLast -> isLast,
                        false,
                        more -> isStopped
                                ? Future.failedFuture(new LostClaimException())
                                : nextRows()
                                        .compose(records -> records.isEmpty()
                                                ? Future.succeededFuture(true)
                                                : step.apply(records).map(false)))
                .mapEmpty();
    }

    /** Records the progress at once, whatever becomes of the transaction that stores the rows. */
    private Future<Void> recordApart(List<ImportedRow> rows, Map<ImportedRow, JsonApiException> refused) {
        return claims.database()
                .inTransaction(transaction -> storage.record(transaction, progress, rows, refused))
                .onSuccess(this::advance)
                .mapEmpty();
    }
}
