package dev.registrar.gateway.http.exchange;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/** Learns of every response when it has ended, and changes neither it nor its request. */
@FunctionalInterface
public interface ResponseObserver {
    /**
     * Learns of a response.
     *
     * @param isComplete whether the client waited for all of it
     * @param took the time since the head of the request had arrived
     */
    void observe(HttpServerRequest request, Exchange exchange, boolean isComplete, Duration took);

    /** Observes the response to a request. */
    default void follow(RoutingContext context) {
        var begun = System.nanoTime();
        context.addEndHandler(ended -> observe(
                context.request(),
                Exchange.of(context),
                ended.succeeded(),
                Duration.ofNanos(System.nanoTime() - begun)));
    }
}
