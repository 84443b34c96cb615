package dev.registrar.resource;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.time.Deadline;
import dev.registrar.resource.time.Repeat;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Runs the first requests of a JVM, which take a hundred times as long as later ones, before the service receives
 * requests of clients. They have no effect: they read, and change resources that do not exist.
 */
final class WarmUp {
    private static final Duration LENGTH = Duration.ofMillis(300);
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** Enough to open the connections that clients need first. */
    private static final int AT_ONCE = 3;

    private static final Caller SELF = Caller.unbound("warm-up", Set.of("read", "update"));
    private static final String BASE_URL = "http://localhost";
    private static final String CHANGE = """
            {"data": {"type": "%s", "id": "%s", "attributes": {}}}""";

    private final ResourceType type;
    private final Map<Action, ActionHandler> handlers;
    private final long end = System.nanoTime() + LENGTH.toNanos();

    private WarmUp(ResourceType type, Map<Action, ActionHandler> handlers) {
        this.type = type;
        this.handlers = handlers;
    }

    /** Completes when the warm-up is over; never fails. */
    static Future<Void> run(ResourceType type, Map<Action, ActionHandler> handlers) {
        var warmUp = new WarmUp(type, handlers);
        return Future.join(Stream.generate(warmUp::repeat).limit(AT_ONCE).toList())
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    private Future<Void> repeat() {
        return Repeat.until(
                any -> System.nanoTime() >= end,
                null,
                any -> handle(request(Action.LIST).withQuery(Map.of("page[size]", List.of("1"))))
                        .compose(read -> handle(change())));
    }

    private ResourceRequest change() {
        var absent = UUID.randomUUID().toString();
        return request(Action.UPDATE)
                .withId(absent)
                .withDocument(RequestDocument.of(Buffer.buffer(CHANGE.formatted(type, absent))));
    }

    private static ResourceRequest request(Action action) {
        return ResourceRequest.of(action, SELF, BASE_URL, Deadline.in(LIMIT), "warm-up");
    }

    /** Handles a request and ignores its errors: a resource that does not exist is not found. */
    private Future<Void> handle(ResourceRequest request) {
        return Future.succeededFuture(request)
                .compose(handlers.get(request.action())::handle)
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }
}
