package dev.registrar.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends answers. A client that is gone by then is no fault of ours. */
public final class Answer {
    private static final Logger LOG = LoggerFactory.getLogger(Answer.class);

    private Answer() {}

    /** Sends a JSON:API document as it is, or compressed. */
    static void document(RoutingContext context, int status, Buffer document) {
        context.response().setStatusCode(status);
        content(context, MediaTypeGate.answerTypeOf(context), Compression.apply(context, document));
    }

    /** Sends any content; HEAD gets all but the content itself. */
    public static void content(RoutingContext context, String mediaType, Buffer content) {
        var response = context.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length()));
        var head = context.request().method().equals(HttpMethod.HEAD);
        sent(context, head ? response.end() : response.end(content));
    }

    public static void empty(RoutingContext context, int status) {
        sent(context, context.response().setStatusCode(status).end());
    }

    private static void sent(RoutingContext context, Future<Void> sending) {
        sending.onFailure(failure -> LOG.debug("Request {}: the client is gone", RequestId.of(context), failure));
    }
}
