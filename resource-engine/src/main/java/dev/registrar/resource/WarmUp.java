package dev.registrar.resource;

import dev.registrar.platform.time.Deadline;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs the first requests of a JVM, which take a hundred times as long as later ones, before the service receives
 * requests of clients. They have no effect: they read, and change resources that do not exist.
 */
record WarmUp(ResourceTypes types, ResourceType type, Map<Action, ActionHandler> handlers) {
    private static final Duration LENGTH = Duration.ofMillis(300);
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** Enough to open the connections that clients need first. */
    private static final int AT_ONCE = 3;

    private static final Caller SELF = Caller.unbound("warm-up", Set.of("read", "update"));
    private static final String CHANGE = """
            {"data": {"type": "%s", "id": "%s", "attributes": {}}}""";

    /** Completes when the warm-up is over; never fails. */
    Future<Void> run() {
        var end = System.nanoTime() + LENGTH.toNanos();
        Supplier<Future<Void>> repeated =
                () -> Repeat.until(any -> System.nanoTime() >= end, null, any -> read().compose(read -> change()));
        return Future.join(Stream.generate(repeated).limit(AT_ONCE).toList())
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    private Future<Void> read() {
        return handle(request(Action.LIST).withQuery(Map.of("page[size]", List.of("1"))));
    }

    private Future<Void> change() {
        var absent = UUID.randomUUID().toString();
        return handle(request(Action.UPDATE)
                .withId(absent)
                .withDocument(RequestDocument.of(Buffer.buffer(CHANGE.formatted(type, absent)))));
    }

    private static ResourceRequest request(Action action) {
        return ResourceRequest.of(action, SELF, "http://localhost", Deadline.in(LIMIT), "warm-up");
    }

    /** Handles a request and ignores its errors: a resource that does not exist is not found. */
    private Future<Void> handle(ResourceRequest request) {
        return Future.succeededFuture(RequestScope.of(types, type, request))
                .compose(handlers.get(request.action())::handle)
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }
}
