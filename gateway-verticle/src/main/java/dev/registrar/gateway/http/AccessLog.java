package dev.registrar.gateway.http;

import dev.registrar.gateway.http.exchange.RequestObserver;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a line for each response. */
public final class AccessLog implements RequestObserver {
    /** A name of its own, so that logback.xml can send these lines elsewhere. */
    private static final Logger LOG = LoggerFactory.getLogger("access");

    private final Function<HttpServerRequest, String> clientOf;
    private final Function<RoutingContext, Optional<String>> callerOf;

    /**
     * Creates a log.
     *
     * @param clientOf returns the client address of a request
     * @param callerOf returns the name of the caller, if the request is authenticated
     */
    public AccessLog(
            Function<HttpServerRequest, String> clientOf, Function<RoutingContext, Optional<String>> callerOf) {
        this.clientOf = clientOf;
        this.callerOf = callerOf;
    }

    @Override
    public void follow(RoutingContext context) {
        var begun = System.nanoTime();
        context.addEndHandler(ended -> log(context.request(), begun, callerOf.apply(context), ended.succeeded()));
    }

    @Override
    public Handler<HttpServerRequest> around(Handler<HttpServerRequest> handler) {
        return request -> {
            var begun = System.nanoTime();
            request.response().endHandler(ended -> log(request, begun, Optional.empty(), true));
            handler.handle(request);
        };
    }

    private void log(HttpServerRequest request, long begun, Optional<String> caller, boolean isComplete) {
        if (LOG.isInfoEnabled()) {
            var took = Duration.ofNanos(System.nanoTime() - begun);
            AccessEntry.of(request, clientOf.apply(request), caller, isComplete, took)
                    .writeTo(LOG.atInfo());
        }
    }
}
