package dev.registrar.events.following;

import static dev.registrar.resource.error.ErrorCode.EVENTS_REMOVED;
import static dev.registrar.resource.error.ErrorCode.POSITION_UNKNOWN;

import dev.registrar.events.following.EventSource.Batch;
import dev.registrar.platform.operations.OccasionalWarning;
import dev.registrar.platform.time.Backoff;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.ResourceBus;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the events of one source without a gap: each event is handled at least once, those of each resource in order,
 * whatever fails meanwhile. It reads the stored events; messages at {@code registrar.events} only tell it when.
 *
 * <pre>{@code
 * var follower = EventFollower.of("course").types("courses").start(vertx, positions, handler);
 * ...
 * follower.stop()
 * }</pre>
 *
 * <p>One batch is handled at a time, then its position is stored. When the handler, the store or the source fails, this
 * is repeated after a pause that doubles up to the interval, and logged at most once a minute. Thread-safe; the handler
 * and the store are called on the context on which the follower was started.
 */
public final class EventFollower {
    private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);

    /** A message is sent just before its event can be read, and others follow it. */
    private static final Duration GATHERING = Duration.ofMillis(10);

    /**
     * A reply takes milliseconds. A node that hangs stays in the cluster for some seconds; the next request goes to
     * another.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final EventSource source;
    private final Options options;
    private final PositionStore positions;
    private final EventHandler handler;
    private final Context context;
    private final Backoff backoff;
    private final OccasionalWarning warning;

    private Optional<String> position = Optional.empty();
    private MessageConsumer<Object> announcements;
    private long announced;
    private int emptyPolls;
    private int failures;
    private boolean isPollingSoon = true;
    private boolean isStopped;
    private long timer;
    private Future<Boolean> polling = Future.succeededFuture(false);

    private EventFollower(Vertx vertx, Options options, PositionStore positions, EventHandler handler) {
        this.vertx = vertx;
        this.options = options;
        this.positions = positions;
        this.handler = handler;
        source = new EventSource(vertx, options.source());
        context = vertx.getOrCreateContext();
        backoff = new Backoff(GATHERING, options.interval());
        warning = new OccasionalWarning(
                vertx, LOG, "The events of %s currently cannot be followed".formatted(options.source()));
    }

    /**
     * Follows all events of a source.
     *
     * @param source {@code course} or {@code registration}, or the schema of another verticle
     */
    public static Options of(String source) {
        return new Options(source, Set.of(), Duration.ofSeconds(5));
    }

    /**
     * What to follow.
     *
     * @param types resource types and types of events; none for all events
     * @param interval how often to look for events that no message has announced
     */
    public record Options(String source, Set<String> types, Duration interval) {
        public Options {
            types = Set.copyOf(types);
            if (interval.toMillis() < 1) {
                throw new IllegalArgumentException("The interval must be at least 1 ms, but is " + interval);
            }
        }

        /**
         * Follows resource types, such as {@code courses}, and types of events: {@code dev.registrar.courses.deleted}.
         */
        public Options types(String... names) {
            return new Options(source, Set.of(names), interval);
        }

        /** How often to look for events that no message has announced; by default 5 s. No pause is longer. */
        public Options interval(Duration time) {
            return new Options(source, types, time);
        }

        /**
         * Starts following after the stored position; if there is none, with {@link EventHandler#startAnew}.
         *
         * @return the follower, immediately: whatever fails is repeated
         */
        public EventFollower start(Vertx vertx, PositionStore positions, EventHandler handler) {
            var follower = new EventFollower(vertx, this, positions, handler);
            follower.context.runOnContext(started -> follower.start());
            return follower;
        }

        private boolean includes(JsonObject event) {
            var resourceType = event.getString("subject", "").split("/", 2)[0];
            return types.isEmpty() || types.contains(resourceType) || types.contains(event.getString("type", ""));
        }
    }

    private void start() {
        announcements = vertx.eventBus().consumer(ResourceBus.EVENTS, this::onAnnouncement);
        poll();
    }

    /**
     * Stops following.
     *
     * @return completes when the batch in hand is handled and its position stored, or this has failed; never fails
     */
    public Future<Void> stop() {
        var stopped = Promise.<Void>promise();
        context.runOnContext(now -> {
            isStopped = true;
            vertx.cancelTimer(timer);
            Future.join(polling, announcements.unregister())
                    .<Void>mapEmpty()
                    .otherwiseEmpty()
                    .onComplete(stopped);
        });
        return stopped.future();
    }

    private void onAnnouncement(Message<Object> message) {
        if (message.body() instanceof JsonObject event && source.isSourceOf(event) && options.includes(event)) {
            announced = Math.max(announced, EventSource.numberOf(event.getString("sequence", "")));
            emptyPolls = 0;
            if (polling.isComplete() && failures == 0 && !isPollingSoon) {
                pollAfter(GATHERING);
            }
        }
    }

    private void pollAfter(Duration pause) {
        vertx.cancelTimer(timer);
        isPollingSoon = pause.compareTo(GATHERING) <= 0;
        timer = vertx.setTimer(Math.max(1, pause.toMillis()), over -> poll());
    }

    private void poll() {
        polling = position.map(this::nextBatch).orElseGet(this::begin);
        polling.onSuccess(this::continueAfter).onFailure(this::tryAgain);
    }

    private void continueAfter(boolean mayHaveMore) {
        failures = 0;
        if (isStopped) {
            return;
        }
        if (mayHaveMore) {
            poll();
        } else {
            pollAfter(isUpToDate() ? options.interval() : backoff.after(++emptyPolls));
        }
    }

    /** A message is sent before its event can be read; and that may fail, then the event gets another number. */
    private boolean isUpToDate() {
        return position.filter(reached -> EventSource.numberOf(reached) < announced)
                .isEmpty();
    }

    private void tryAgain(Throwable failure) {
        if (!isStopped) {
            warning.log(failure);
            pollAfter(backoff.after(++failures));
        }
    }

    private Future<Boolean> begin() {
        return callUser(positions::load)
                .onSuccess(stored -> position = stored)
                .compose(stored -> stored.isPresent() ? Future.succeededFuture(true) : startAnew());
    }

    private Future<Boolean> startAnew() {
        announced = 0;
        return source.latest(TIMEOUT)
                .compose(latest -> callUser(handler::startAnew).compose(read -> store(latest)))
                .map(true);
    }

    private Future<Boolean> nextBatch(String from) {
        return source.after(Optional.of(from), options.types(), EventSource.MAX_EVENTS, TIMEOUT)
                .compose(this::receive, failure -> isGap(failure) ? startAnew() : Future.failedFuture(failure));
    }

    private Future<Boolean> receive(Batch batch) {
        return handle(batch.events())
                .compose(done -> isAt(batch.position()) ? Future.succeededFuture() : store(batch.position()))
                .map(batch.mayHaveMore());
    }

    private Future<Void> handle(List<JsonObject> events) {
        return events.isEmpty() ? Future.succeededFuture() : callUser(() -> handler.handle(events));
    }

    private boolean isAt(String reached) {
        return position.filter(reached::equals).isPresent();
    }

    private Future<Void> store(String reached) {
        return callUser(() -> positions.store(reached)).onSuccess(stored -> {
            position = Optional.of(reached);
            emptyPolls = 0;
        });
    }

    private static boolean isGap(Throwable failure) {
        return failure instanceof ErrorReplyException reply
                && reply.code()
                        .filter(Set.of(EVENTS_REMOVED, POSITION_UNKNOWN)::contains)
                        .isPresent();
    }

    /** Calls the user's code, and continues on the follower's context. */
    private <T> Future<T> callUser(Supplier<Future<T>> theirs) {
        var ours = Promise.<T>promise();
        Future.succeededFuture()
                .compose(now -> theirs.get())
                .onComplete(result -> context.runOnContext(back -> ours.handle(result)));
        return ours.future();
    }
}
