package dev.registrar.gateway.http.request;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Makes sure that the end of a request on its connection is unambiguous (RFC 9112, 6.3 and 9.3): the length of a body
 * cannot be read in two ways, and an unneeded body is not read for long.
 */
public final class RequestFramingHandler implements Handler<RoutingContext> {
    private static final String CHUNKED = "chunked";

    private final Duration timeout;

    /**
     * Creates the handler.
     *
     * @param timeout how long the rest of a request may take to arrive after its response
     */
    public RequestFramingHandler(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (RequestFraming.isHttp2(request) || !RequestFraming.mayHaveBody(request)) {
            context.next();
        } else if (isFramed(request)) {
            context.addEndHandler(responded -> discardRest(context));
            context.next();
        } else {
            RequestFraming.failAndClose(
                    context,
                    MALFORMED_REQUEST.at(
                            header("Transfer-Encoding"), "This service supports only the transfer coding chunked."));
        }
    }

    /** An unknown coding would hide the end of the body; the toolkit ignores it. */
    private static boolean isFramed(HttpServerRequest request) {
        var codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        return codings.isEmpty()
                || (codings.size() == 1 && codings.get(0).trim().equalsIgnoreCase(CHUNKED));
    }

    /** Discards the rest of a request after its response; cuts off a client that does not stop sending. */
    private void discardRest(RoutingContext context) {
        var request = context.request();
        if (!request.isEnded()) {
            var timer = context.vertx()
                    .setTimer(timeout.toMillis(), late -> request.connection().close());
            request.resume().end().onComplete(read -> context.vertx().cancelTimer(timer));
        }
    }
}
