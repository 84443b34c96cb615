package dev.registrar.gateway.faults.cluster.load;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.document.Documents;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * People who read and register all the time, each with one request at a time. Half of those who register use an idempotency
 * key. One event loop is enough for all.
 */
public final class SteadyLoad {
    private static final Duration LAST_REQUESTS = Duration.ofSeconds(70);

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Observations observations = new Observations();
    private final Promises promises = new Promises();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final KnownCourse course;
    private final Duration pause;
    private final HttpExchange http;
    private final Reading reading;
    private volatile boolean isOver;

    private SteadyLoad(String url, KnownCourse course, int people, Duration pause) {
        this.course = course;
        this.pause = pause;
        http = new HttpExchange(vertx, observations, url, people);
        reading = new Reading(http, promises, course);
    }

    /**
     * Begins it.
     *
     * @param pause between the requests of one of them
     */
    public static SteadyLoad begin(String url, KnownCourse course, int people, Duration pause) {
        var load = new SteadyLoad(url, course, people, pause);
        load.vertx.runOnContext(unused -> {
            List<Future<Void>> all = new ArrayList<>();
            for (var person = 0; person < people; person++) {
                var end = Promise.<Void>promise();
                load.goOn(person, end);
                all.add(end.future());
            }
            Future.join(all).onSuccess(done -> load.ended.complete(null)).onFailure(load.ended::completeExceptionally);
        });
        return load;
    }

    private void goOn(int step, Promise<Void> end) {
        if (isOver) {
            end.complete();
            return;
        }
        doNext(step)
                .compose(done -> vertx.timer(Math.max(1, pause.toMillis())))
                .onSuccess(waited -> goOn(step + 1, end))
                .onFailure(end::fail);
    }

    private Future<?> doNext(int step) {
        return switch (step % 8) {
            case 0, 4 -> register(Optional.of(UUID.randomUUID().toString()));
            case 2, 6 -> register(Optional.empty());
            case 1, 5 -> reading.course();
            case 3 -> reading.page();
            default -> promises.any().<Future<?>>map(reading::registration).orElseGet(reading::course);
        };
    }

    private Future<Void> register(Optional<String> key) {
        return new Registering(vertx, http, promises, Documents.unique("load-"), course.id(), key).run();
    }

    public Observations observations() {
        return observations;
    }

    public Promises promises() {
        return promises;
    }

    /** Waits until so many more requests have got a good response. */
    public void awaitGood(int count) {
        var before = observations.good();
        Await.until(count + " more good responses", () -> observations.good() >= before + count);
    }

    /** Goes on for some time. */
    public void goOnFor(Duration time) {
        var end = System.nanoTime() + time.toNanos();
        Await.until("%s are over".formatted(time), time.plusSeconds(1), () -> System.nanoTime() > end);
    }

    /** Ends it when everybody knows what has become of their last request. */
    public void end() {
        isOver = true;
        Await.until("the last requests of the load end", LAST_REQUESTS, ended::isDone);
        ended.join();
        Await.success(vertx.close());
    }
}
