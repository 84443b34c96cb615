package dev.registrar.platform.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.platform.concurrency.FairQueue.Bounds;
import dev.registrar.testing.Await;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeTry;

/** Tasks of several clients in a queue. */
class FairQueueTest {
    private static final Bounds BOUNDS = new Bounds(3, 2, 7, 4);
    private static final List<String> CLIENTS = List.of("client 0", "client 1", "client 2");
    private static final Optional<Duration> AS_LONG_AS_IT_TAKES = Optional.empty();

    private static Vertx vertx;
    private static Context eventLoop;

    private final List<Task> running = new ArrayList<>();
    private final List<String> started = new ArrayList<>();
    private final List<Submitted> submitted = new ArrayList<>();
    private FairQueue queue;
    private int rejections;

    private record Task(String client, Promise<String> end) {}

    private record Submitted(String client, Future<String> result) {
        boolean isComplete() {
            return result.isComplete();
        }
    }

    @BeforeContainer
    static void start() {
        vertx = Vertx.vertx();
        eventLoop = vertx.getOrCreateContext();
    }

    @AfterContainer
    static void stop() {
        Await.success(vertx.close());
    }

    @BeforeTry
    void an_empty_queue() {
        queue = queue(BOUNDS);
        rejections = 0;
        running.clear();
        started.clear();
        submitted.clear();
    }

    /** What the queue starts later on the event loop has been started before the next call. */
    @CanIgnoreReturnValue
    private static <T> T onEventLoop(Supplier<T> step) {
        var done = new CompletableFuture<T>();
        eventLoop.runOnContext(now -> {
            try {
                done.complete(step.get());
            } catch (RuntimeException | Error failure) {
                done.completeExceptionally(failure);
            }
        });
        return Await.success(Future.fromCompletionStage(done));
    }

    private FairQueue queue(Bounds bounds) {
        return new FairQueue(vertx, bounds, () -> new IllegalStateException("rejection " + ++rejections));
    }

    @CanIgnoreReturnValue
    private Future<String> submit(String client) {
        return submit(client, AS_LONG_AS_IT_TAKES);
    }

    @CanIgnoreReturnValue
    private Future<String> submit(String client, Optional<Duration> longestWait) {
        return onEventLoop(() -> {
            var result = queue.run(client, longestWait, () -> start(client));
            submitted.add(new Submitted(client, result));
            return result;
        });
    }

    private Future<String> start(String client) {
        var task = new Task(client, Promise.promise());
        running.add(task);
        started.add(client);
        return task.end().future();
    }

    private void submit(int times, String client) {
        for (var number = 0; number < times; number++) {
            submit(client);
        }
    }

    private void finish(int index) {
        onEventLoop(() -> {
            var task = running.remove(index);
            return task.end().tryComplete(task.client());
        });
        onEventLoop(() -> "whatever the end has let start");
    }

    private void finishAll() {
        while (!running.isEmpty()) {
            finish(0);
        }
    }

    private long runningOf(String client) {
        return running.stream().filter(task -> task.client().equals(client)).count();
    }

    private long waitingOf(String client) {
        var incomplete = submitted.stream().filter(each -> each.client().equals(client) && !each.isComplete());
        return incomplete.count() - runningOf(client);
    }

    private static void expectRejected(Future<String> result) {
        assertThat(result.cause()).hasMessageStartingWith("rejection ");
    }

    @Example
    void when_the_queue_is_full_the_client_with_the_most_waiting_tasks_loses_its_newest_one() {
        submit(5, "busy");
        var newest = submit("busy");
        submit(4, "other");
        var another = submit("another");
        expectRejected(newest);
        expectRejected(submit("busy"));
        assertThat(another.isComplete()).isFalse();
        assertThat(rejections).isEqualTo(2);
    }

    @Example
    void tasks_that_end_at_once_do_not_nest_however_many_wait() {
        queue = queue(Bounds.inTotal(1, 40_000));
        submit("first");
        var others = onEventLoop(() -> Stream.generate(
                        () -> queue.run("other", Optional.empty(), () -> Future.succeededFuture("done")))
                .limit(30_000)
                .toList());
        finish(0);
        assertThat(others).allMatch(Future::succeeded);
    }

    @Example
    void a_task_that_throws_frees_its_place() {
        for (var number = 0; number < 5; number++) {
            var result = onEventLoop(() -> queue.run("busy", AS_LONG_AS_IT_TAKES, () -> {
                throw new IllegalStateException("thrown by the task");
            }));
            assertThat(result.cause()).hasMessage("thrown by the task");
        }
    }

    /** Each of the steps submits a task of one of three clients, or finishes one of the running tasks. */
    @Property(tries = 200)
    void the_bounds_hold_and_no_place_stays_free_while_a_task_may_start(
            @ForAll @Size(max = 60) List<@IntRange(max = 4) Integer> steps) {
        for (var step : steps) {
            if (step < CLIENTS.size()) {
                submit(CLIENTS.get(step));
            } else if (!running.isEmpty()) {
                finish(step % running.size());
            }
            expectBoundsAndNoFreePlace();
        }
    }

    private void expectBoundsAndNoFreePlace() {
        assertThat(running).hasSizeLessThanOrEqualTo(BOUNDS.running());
        assertThat(CLIENTS.stream().mapToLong(this::waitingOf).sum()).isBetween(0L, (long) BOUNDS.waiting());
        assertThat(CLIENTS).allSatisfy(client -> {
            assertThat(runningOf(client)).isLessThanOrEqualTo(BOUNDS.runningOfClient());
            assertThat(waitingOf(client)).isLessThanOrEqualTo(BOUNDS.waitingOfClient());
        });
        if (running.size() < BOUNDS.running()) {
            assertThat(CLIENTS).allMatch(client -> waitingOf(client) == 0 || isAtItsLimit(client));
        }
    }

    private boolean isAtItsLimit(String client) {
        return runningOf(client) == BOUNDS.runningOfClient();
    }

    @Property(tries = 100)
    void every_task_is_started_or_rejected_when_those_before_it_have_ended(
            @ForAll @Size(max = 40) List<@IntRange(max = 2) Integer> clients) {
        clients.forEach(client -> submit(CLIENTS.get(client)));
        finishAll();
        assertThat(submitted).allMatch(Submitted::isComplete);
        assertThat(submitted.stream().filter(each -> each.result().succeeded())).hasSameSizeAs(started);
        assertThat(started).hasSize(clients.size() - rejections);
    }

    @Property(tries = 100)
    void clients_take_turns_however_many_tasks_each_of_them_has(
            @ForAll @Size(3) List<@IntRange(max = 20) Integer> tasks, @ForAll @IntRange(min = 1, max = 4) int places) {
        queue = queue(Bounds.inTotal(places, 61));
        submit(places, "first");
        for (var client : CLIENTS) {
            submit(tasks.get(CLIENTS.indexOf(client)), client);
        }
        while (!running.isEmpty()) {
            for (var client : CLIENTS) {
                assertThat(CLIENTS).allMatch(other -> waitingOf(client) == 0 || starts(other) <= starts(client) + 1);
            }
            finish(0);
        }
        assertThat(started)
                .hasSize(places + tasks.stream().mapToInt(Integer::intValue).sum());
    }

    private int starts(String client) {
        return Collections.frequency(started, client);
    }

    @Property(tries = 30)
    void tasks_that_have_waited_too_long_are_rejected_and_the_others_keep_their_turns(
            @ForAll @Size(7) List<Boolean> areImpatient) {
        queue = queue(Bounds.inTotal(1, 7));
        submit("first");
        for (var isImpatient : areImpatient) {
            var client = isImpatient ? "impatient" : "patient";
            submit(client, isImpatient ? Optional.of(Duration.ofMillis(1)) : AS_LONG_AS_IT_TAKES);
        }
        submitted.stream()
                .filter(each -> each.client().equals("impatient"))
                .forEach(each -> expectRejected(awaitCompletion(each.result())));
        submit(Collections.frequency(areImpatient, true), "later");
        finishAll();
        assertThat(started).hasSize(1 + areImpatient.size()).doesNotContain("impatient");
        assertThat(rejections).isEqualTo(Collections.frequency(areImpatient, true));
    }

    private static Future<String> awaitCompletion(Future<String> result) {
        return Await.success(result.transform(over -> Future.succeededFuture(result)));
    }
}
