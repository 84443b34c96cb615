package dev.registrar.server.node;

import dev.registrar.platform.time.Deadline;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Reads what this node serves, over and over, before it is ready. The first requests of a JVM take long, because its
 * classes are not loaded and compiled yet; under full load, some of them would exceed their time limit.
 */
final class NodeWarmUp {
    private static final int ROUNDS = 60;

    /** A slow database must not keep a node from getting ready. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static final Caller CALLER = Caller.unbound("warm-up", Set.of("read"));

    private final ResourceClient client;
    private final List<String> types;

    NodeWarmUp(Vertx vertx, List<Schema> schemas) {
        client = new ResourceClient(vertx);
        types = schemas.stream()
                .flatMap(schema -> schema.types().all().stream())
                .map(ResourceType::name)
                .toList();
    }

    /** Completes after some hundred reads or at the time limit, whatever their outcome. */
    Future<Void> run() {
        var deadline = Deadline.in(LIMIT);
        return Repeat.until(
                        number -> number == ROUNDS * types.size()
                                || deadline.left().isZero(),
                        0,
                        number -> read(types.get(number % types.size()), deadline)
                                .transform(read -> Future.succeededFuture(number + 1)))
                .mapEmpty();
    }

    private Future<ResourceReply> read(String type, Deadline deadline) {
        return client.send(type, ResourceRequest.of(Action.LIST, CALLER, "", deadline, CALLER.name()));
    }
}
