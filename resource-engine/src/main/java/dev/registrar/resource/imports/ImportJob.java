package dev.registrar.resource.imports;

import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.VerticleProcess.Running;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.imports.ImportClaims.LostClaimException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Works on the imports of a verticle, one after the other: one of all nodes works on one import at a time. Polling is the
 * source of truth; messages only make it faster. Use it on one event loop only.
 */
public final class ImportJob {
    /** Messages to this address, whose body is the name of a schema, announce imports of its types. */
    public static final String WAITING = "registrar.imports";

    private static final Duration LEASE = Duration.ofSeconds(8);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int RENEWALS_IN_A_LEASE = 4;

    private final Vertx vertx;
    private final ResourceService service;
    private final ImportClaims claims;
    private final ProcessWarning warning;
    private Future<Void> working = Future.succeededFuture();
    private Optional<ImportRun> run = Optional.empty();
    private boolean isStopped;

    ImportJob(ResourceService service, Duration lease) {
        this.service = service;
        vertx = service.vertx();
        claims = new ImportClaims(service.background(), service.schema().name(), lease);
        warning = new ProcessWarning(
                vertx, LoggerFactory.getLogger(ImportJob.class), "Imports currently cannot be worked on");
    }

    /** Starts to work on imports, as soon as the verticle serves its types. */
    public static Future<Running> start(ResourceService service) {
        return Future.succeededFuture(new ImportJob(service, LEASE).start());
    }

    Running start() {
        var poll = vertx.setPeriodic(POLL.toMillis(), timer -> work());
        var announced = vertx.eventBus().<String>consumer(WAITING, message -> {
            if (service.schema().name().equals(message.body())) {
                work();
            }
        });
        return timeout -> {
            isStopped = true;
            vertx.cancelTimer(poll);
            run.ifPresent(ImportRun::stop);
            return announced
                    .unregister()
                    .eventually(() -> working.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS))
                    .otherwiseEmpty();
        };
    }

    private void work() {
        if (!isStopped && working.isComplete() && isServing()) {
            working = claims.claim()
                    .compose(claimed -> claimed.map(this::run).orElseGet(() -> Future.succeededFuture(false)))
                    .onFailure(warning::log)
                    .otherwise(false)
                    .onSuccess(wasThere -> vertx.runOnContext(over -> workIf(wasThere)))
                    .mapEmpty();
        }
    }

    private void workIf(boolean wasThere) {
        if (wasThere) {
            work();
        }
    }

    private boolean isServing() {
        return service.schema().types().all().stream()
                .allMatch(type -> service.imported(type).isPresent());
    }

    /** Works on a claimed import while the lease is renewed; returns true. */
    private Future<Boolean> run(Row row) {
        try {
            return run(ImportClaims.claimedIn(service.schema().types(), row));
        } catch (JsonApiException unknownColumn) {
            return claims.database()
                    .run(ImportClaims.end(
                            row.getUUID("id"),
                            row.getLong("claim"),
                            "failed",
                            Optional.of("The file does not fit this version: " + unknownColumn.getMessage())))
                    .map(true);
        }
    }

    private Future<Boolean> run(ClaimedImport held) {
        var begun = new ImportRun(
                service, claims, held, service.imported(held.work().type()).orElseThrow());
        run = Optional.of(begun);
        var renewal = vertx.setPeriodic(
                Math.max(1, claims.lease().toMillis() / RENEWALS_IN_A_LEASE),
                timer -> claims.renew(held.work().id(), held.token())
                        .onFailure(failure -> afterRenewal(begun, failure)));
        return begun.run().map(true).onComplete(over -> {
            vertx.cancelTimer(renewal);
            run = Optional.empty();
        });
    }

    private void afterRenewal(ImportRun begun, Throwable failure) {
        if (failure instanceof LostClaimException) {
            begun.stop();
        } else {
            warning.log(failure);
        }
    }
}
