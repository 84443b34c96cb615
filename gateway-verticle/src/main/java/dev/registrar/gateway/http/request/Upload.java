package dev.registrar.gateway.http.request;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.REQUEST_TIMEOUT;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.Transfer;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/** The body of one request, while it arrives. When it cannot be had, the request fails. */
final class Upload {
    private final RoutingContext context;
    private final long maxSize;
    private final Handler<Buffer> whole;
    private final Deadline deadline;
    private final Transfer transfer;
    private final long timer;
    private Buffer body = Buffer.buffer();

    Upload(RoutingContext context, HttpSettings settings, Handler<Buffer> whole) {
        this.context = context;
        this.whole = whole;
        maxSize = settings.maxBodySize();
        deadline = Deadline.in(settings.requestTimeout());
        transfer = ClientConnection.of(context.request())
                .begin(0, () -> hangUp(OVERLOADED.because("Too many bodies are on their way; send it again.")));
        timer = context.vertx()
                .setTimer(
                        settings.requestTimeout().toMillis(),
                        late -> hangUp(REQUEST_TIMEOUT.because("The body did not arrive in time; send it again.")));
        context.addEndHandler(over -> release());
    }

    void read() {
        context.request()
                .handler(this::append)
                .exceptionHandler(failure -> hangUp(MALFORMED_REQUEST.because(
                        "The body is malformed: a chunk is, or it is not as long as Content-Length says.")))
                .endHandler(last -> complete());
        if (isDeclaredTooLarge(context.request())) {
            refuseWhole();
        } else if (awaitsContinue(context.request())) {
            context.response().writeContinue();
        }
    }

    /** Who waits for permission to send the body is not waited for, and what may follow instead of it is not read. */
    private void refuseWhole() {
        if (awaitsContinue(context.request())) {
            hangUp(tooLarge());
        } else {
            context.fail(tooLarge().asException());
        }
    }

    private void append(Buffer part) {
        if (context.failed()) {
            return;
        }
        if (body.length() + part.length() > maxSize) {
            context.fail(tooLarge().asException());
        } else {
            body.appendBuffer(part);
            transfer.advance(part.length());
        }
    }

    private void complete() {
        if (!context.failed()) {
            context.vertx().cancelTimer(timer);
            RequestDeadline.postpone(context, deadline.elapsed());
            transfer.settle();
            var complete = body;
            body = Buffer.buffer();
            whole.handle(complete);
        }
    }

    private void release() {
        context.vertx().cancelTimer(timer);
        transfer.end();
        body = Buffer.buffer();
    }

    /** Nothing more is read from the connection: what comes may be the rest of this request. */
    private void hangUp(JsonApiError error) {
        if (context.failed()) {
            return;
        }
        if (RequestBodyHandler.isHttp2(context.request())) {
            context.fail(error.asException());
        } else {
            context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            context.fail(error.asException());
            context.request().connection().close();
        }
    }

    private JsonApiError tooLarge() {
        return BODY_TOO_LARGE.because("The body is larger than %d bytes.".formatted(maxSize));
    }

    /** The toolkit has refused what is not a number. */
    private boolean isDeclaredTooLarge(HttpServerRequest request) {
        var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length != null && Long.parseLong(length) > maxSize;
    }

    private static boolean awaitsContinue(HttpServerRequest request) {
        return request.version() != HttpVersion.HTTP_1_0
                && request.headers().contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true);
    }
}
