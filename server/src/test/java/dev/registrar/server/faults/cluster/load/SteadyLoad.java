package dev.registrar.server.faults.cluster.load;

import dev.registrar.testing.Await;
import dev.registrar.testing.Names;
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
 * Simulates people who read and register continuously, each with one request at a time. Half of the registrations use an
 * idempotency key. All run on one event loop.
 */
public final class SteadyLoad {
    /** The course that the load reads and registers people for. */
    public record KnownCourse(String id, String identifier) {}

    private static final Duration LAST_REQUESTS = Duration.ofSeconds(70);

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Observations observations = new Observations();
    private final Promises promises = new Promises();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final KnownCourse course;
    private final Duration pause;
    private final HttpExchange http;
    private final CheckedReads reads;
    private volatile boolean isOver;

    private SteadyLoad(String url, KnownCourse course, int people, Duration pause) {
        this.course = course;
        this.pause = pause;
        http = new HttpExchange(vertx, observations, url, people);
        reads = new CheckedReads(http, promises, course);
    }

    /**
     * Starts the load.
     *
     * @param pause the time between two requests of one person
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
            case 1, 5 -> reads.course();
            case 3 -> reads.page();
            default -> promises.any().<Future<?>>map(reads::registration).orElseGet(reads::course);
        };
    }

    private Future<Void> register(Optional<String> key) {
        return new RegisteringClient(vertx, http, promises, Names.unique("load-"), course.id(), key).run();
    }

    public Observations observations() {
        return observations;
    }

    public Promises promises() {
        return promises;
    }

    /** Waits until this many more requests have succeeded. */
    public void awaitSuccesses(int count) {
        var before = observations.successes();
        Await.until(count + " more requests succeed", () -> observations.successes() >= before + count);
    }

    /** Keeps the load running for this time. */
    public void runFor(Duration time) {
        var end = System.nanoTime() + time.toNanos();
        Await.until("%s have passed".formatted(time), time.plusSeconds(1), () -> System.nanoTime() > end);
    }

    /** Ends the load after each person knows the outcome of the last request. */
    public void end() {
        isOver = true;
        Await.until("the last requests of the load end", LAST_REQUESTS, ended::isDone);
        ended.join();
        Await.success(vertx.close());
    }
}
