package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.PlatformHandler;
import java.util.HashMap;
import java.util.Map;

/**
 * Turns requests away, before anything is done for them, when too many of their kind are worked on: those that read a
 * resource type, and those that change it, each have room of their own. Belongs to one event loop.
 */
final class LoadGate {
    private final int limit;
    private final Map<Kind, Integer> inFlight = new HashMap<>();

    LoadGate(int limit) {
        this.limit = limit;
    }

    private record Kind(String resourceType, boolean reading) {}

    /** The gate before a resource type. */
    PlatformHandler of(String resourceType) {
        return context ->
                pass(context, new Kind(resourceType, isReading(context.request().method())));
    }

    private void pass(RoutingContext context, Kind kind) {
        if (inFlight.getOrDefault(kind, 0) >= limit) {
            context.fail(OVERLOADED
                    .because("The service works on as many such requests as it can; try again.")
                    .asException());
            return;
        }
        inFlight.merge(kind, 1, Integer::sum);
        context.addEndHandler(over -> inFlight.merge(kind, -1, Integer::sum));
        context.next();
    }

    private static boolean isReading(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }
}
