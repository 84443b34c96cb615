package dev.registrar.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends answers. A client that is gone by then is no fault of ours. */
final class Answer {
    private static final Logger LOG = LoggerFactory.getLogger(Answer.class);

    private Answer() {}

    /** Sends a JSON:API document as it is, or compressed. */
    static void document(RoutingContext context, int status, Buffer document) {
        var content = Compression.apply(context, document);
        var response = context.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, MediaTypeGate.answerTypeOf(context))
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(content.length()));
        var head = context.request().method().equals(HttpMethod.HEAD);
        sent(context, head ? response.end() : response.end(content));
    }

    static void empty(RoutingContext context, int status) {
        sent(context, context.response().setStatusCode(status).end());
    }

    private static void sent(RoutingContext context, Future<Void> sending) {
        sending.onFailure(failure -> LOG.debug("Request {}: the client is gone", RequestId.of(context), failure));
    }
}
