package dev.registrar.gateway.http.request;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import io.netty.handler.codec.http2.Http2Error;
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

    /** Some clients, such as curl 7.88, report an error instead of the response if both arrive together. */
    private static final Duration RESPONSE_BEFORE_RESET = Duration.ofSeconds(1);

    private final Duration timeout;

    /**
     * Creates the handler.
     *
     * @param timeout how long the rest of a request may take to arrive over HTTP/1.1 after its response
     */
    public RequestFramingHandler(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (!RequestFraming.mayHaveBody(request)) {
            context.next();
        } else if (RequestFraming.isHttp2(request) || isFramed(request)) {
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
            var limit = RequestFraming.isHttp2(request) ? RESPONSE_BEFORE_RESET : timeout;
            var timer = context.vertx().setTimer(limit.toMillis(), late -> cutOff(request));
            request.resume().end().onComplete(read -> context.vertx().cancelTimer(timer));
        }
    }

    /** Over HTTP/2, tells the client that the rest of the request is not needed (RFC 9113, 8.1). */
    private static void cutOff(HttpServerRequest request) {
        if (!RequestFraming.isHttp2(request)) {
            request.connection().close();
        } else if (!request.response().closed()) {
            request.response().reset(Http2Error.NO_ERROR.code());
        }
    }
}
