package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.bus.receiving.ErrorReply;
import dev.registrar.resource.concurrency.ConcurrencyLimit;
import dev.registrar.resource.error.ErrorCode;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The questions that one connection has been asked and has not replied to. A reply address is random, known only to this
 * connection, and can be used once. Belongs to one event loop.
 */
final class Decisions {
    private final Vertx vertx;
    private final FrameStream stream;
    private final String address;
    private final int max;
    private final Duration timeout;
    private final Map<String, Question> open = new HashMap<>();
    private final ConcurrencyLimit inProgress = ConcurrencyLimit.none();
    private Optional<MessageConsumer<Object>> consumer = Optional.empty();

    private record Question(Message<Object> message, Promise<Void> replied, long timer) {}

    /**
     * Creates an empty set.
     *
     * @param address the address that is asked
     * @param max the maximum number of questions without a reply
     * @param timeout how long a reply is accepted
     */
    Decisions(Vertx vertx, FrameStream stream, String address, int max, Duration timeout) {
        this.vertx = vertx;
        this.stream = stream;
        this.address = address;
        this.max = max;
        this.timeout = timeout;
    }

    /** Lets the connection be asked; completes when all nodes know. */
    Future<Void> register() {
        var registered = Promise.<Void>promise();
        if (consumer.isEmpty()) {
            var made = vertx.eventBus().consumer(address, this::ask);
            made.completionHandler(registered);
            consumer = Optional.of(made);
        } else {
            registered.complete();
        }
        return registered.future();
    }

    Future<Void> unregister() {
        var left = consumer.map(MessageConsumer::unregister).orElseGet(Future::succeededFuture);
        consumer = Optional.empty();
        return left;
    }

    private void ask(Message<Object> message) {
        if (open.size() >= max) {
            fail(message, OVERLOADED, "The decider has not replied to %d questions; ask again.".formatted(max));
        } else if (message.body() instanceof JsonObject body) {
            ask(message, body);
        } else {
            fail(message, MALFORMED_REQUEST, "A question must be a JSON object.");
        }
    }

    private void ask(Message<Object> message, JsonObject body) {
        var replyAddress = UUID.randomUUID().toString();
        var timer = vertx.setTimer(timeout.toMillis(), late -> expire(replyAddress));
        var question = new Question(message, Promise.promise(), timer);
        open.put(replyAddress, question);
        var unused = inProgress.run(() -> question.replied().future());
        stream.write(Frames.message(
                address, Optional.of(replyAddress), MultiMap.caseInsensitiveMultiMap(), body.toBuffer()));
    }

    /** Whether a reply is expected at this address. */
    boolean expectReplyAt(String replyAddress) {
        return open.containsKey(replyAddress);
    }

    void reply(String replyAddress, JsonObject body) {
        end(replyAddress).ifPresent(question -> question.message().reply(body));
    }

    private void expire(String replyAddress) {
        var unused = end(replyAddress);
    }

    private Optional<Question> end(String replyAddress) {
        var ended = Optional.ofNullable(open.remove(replyAddress));
        ended.ifPresent(question -> {
            vertx.cancelTimer(question.timer());
            question.replied().complete();
        });
        return ended;
    }

    /** Fails all questions, because the connection is closed. */
    void abandon() {
        var unused = unregister();
        for (var replyAddress : List.copyOf(open.keySet())) {
            end(replyAddress)
                    .ifPresent(question ->
                            fail(question.message(), SERVICE_UNAVAILABLE, "The decider has closed its connection."));
        }
    }

    private static void fail(Message<?> message, ErrorCode code, String detail) {
        ErrorReply.send(message, code.because(detail).asException());
    }

    /** Asks nothing more; completes when all questions have their replies. */
    Future<Void> finish() {
        return unregister().compose(left -> inProgress.whenIdle());
    }
}
