package dev.registrar.gateway.http;

import dev.registrar.resource.bus.InFlight;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.Map;

/**
 * Turns requests of callers away, before anything is done for them, when too many of their kind are worked on: those that read a
 * resource type, and those that change it, each have room of their own. Belongs to one event loop.
 */
final class LoadGate {
    private final int limit;
    private final Map<Kind, InFlight> inFlight = new HashMap<>();

    LoadGate(int limit) {
        this.limit = limit;
    }

    private record Kind(String resourceType, boolean reading) {}

    /** The gate before a resource type. */
    Handler<RoutingContext> of(String resourceType) {
        return context ->
                pass(context, new Kind(resourceType, isReading(context.request().method())));
    }

    private void pass(RoutingContext context, Kind kind) {
        var ofThisKind = inFlight.computeIfAbsent(kind, first -> new InFlight(limit));
        ofThisKind.begin();
        context.addEndHandler(over -> ofThisKind.end());
        context.next();
    }

    private static boolean isReading(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }
}
