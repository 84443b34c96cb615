package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.REQUEST_TIMEOUT;

import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/** Reads the body of a request, up to a size and within a time. What comes after this handler has the whole request. */
final class RequestBodyHandler implements Handler<RoutingContext> {
    private static final String BODY = RequestBodyHandler.class.getName();

    private final long maxSize;
    private final Duration timeout;

    RequestBodyHandler(HttpSettings settings) {
        maxSize = settings.maxBodySize();
        timeout = settings.requestTimeout();
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (request.isEnded() || !hasBody(request)) {
            context.next();
        } else {
            read(context);
        }
    }

    /** The whole body of a request; empty when it has none. */
    static Buffer of(RoutingContext context) {
        return context.get(BODY, Buffer.buffer());
    }

    private void read(RoutingContext context) {
        var body = Buffer.buffer();
        var upload = Deadline.in(timeout);
        var timer = context.vertx()
                .setTimer(
                        timeout.toMillis(),
                        late -> hangUp(
                                context, REQUEST_TIMEOUT.because("The body did not arrive in time; send it again.")));
        context.addEndHandler(over -> context.vertx().cancelTimer(timer));
        context.request()
                .handler(part -> append(context, body, part))
                .exceptionHandler(failure -> hangUp(
                        context,
                        MALFORMED_REQUEST.because(
                                "The body is malformed: a chunk is, or it is not as long as Content-Length says.")))
                .endHandler(whole -> {
                    context.vertx().cancelTimer(timer);
                    RequestDeadline.postpone(context, upload.elapsed());
                    proceed(context, body);
                });
        if (awaitsContinue(context.request())) {
            context.response().writeContinue();
        }
    }

    private void append(RoutingContext context, Buffer body, Buffer part) {
        if (context.failed()) {
            return;
        }
        if (body.length() + part.length() > maxSize) {
            context.fail(BODY_TOO_LARGE
                    .because("The body is larger than %d bytes.".formatted(maxSize))
                    .asException());
        } else {
            body.appendBuffer(part);
        }
    }

    private static void proceed(RoutingContext context, Buffer body) {
        if (!context.failed()) {
            context.put(BODY, body);
            context.next();
        }
    }

    /** Nothing more is read from the connection: what comes may be the rest of this request. */
    private static void hangUp(RoutingContext context, JsonApiError error) {
        if (context.failed()) {
            return;
        }
        if (isHttp2(context.request())) {
            context.fail(error.asException());
        } else {
            context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            context.fail(error.asException());
            context.request().connection().close();
        }
    }

    static boolean hasBody(HttpServerRequest request) {
        return isHttp2(request)
                || request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    private static boolean awaitsContinue(HttpServerRequest request) {
        return request.version() != HttpVersion.HTTP_1_0
                && request.headers().contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true);
    }

    static boolean isHttp2(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2;
    }
}
