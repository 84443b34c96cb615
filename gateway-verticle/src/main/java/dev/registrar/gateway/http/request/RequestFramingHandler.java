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
    private final Duration patience;

    public RequestFramingHandler(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (RequestBodyHandler.isHttp2(request) || !RequestBodyHandler.hasBody(request)) {
            context.next();
        } else if (isFramed(request)) {
            context.addEndHandler(responded -> discardRest(context));
            context.next();
        } else {
            reject(context);
        }
    }

    /** An unknown coding would hide the end of the body; the toolkit ignores it. */
    private static boolean isFramed(HttpServerRequest request) {
        var codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        return codings.isEmpty()
                || (codings.size() == 1 && codings.get(0).trim().equalsIgnoreCase(CHUNKED));
    }

    private static void reject(RoutingContext context) {
        context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        context.fail(MALFORMED_REQUEST
                .at(header("Transfer-Encoding"), "This service supports only the transfer coding chunked.")
                .asException());
        context.request().connection().close();
    }

    /** After its response, the rest of a request is discarded; a client that does not stop sending is cut off. */
    private void discardRest(RoutingContext context) {
        var request = context.request();
        if (!request.isEnded()) {
            var timer = context.vertx()
                    .setTimer(patience.toMillis(), late -> request.connection().close());
            request.resume().end().onComplete(read -> context.vertx().cancelTimer(timer));
        }
    }
}
