package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.REQUEST_TIMEOUT;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.ClientConnection.Transfer;
import dev.registrar.resource.error.JsonApiError;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Reads the body of a request, up to a size and within a time. Later handlers get the complete request.
 *
 * @param maxSize the largest body, in bytes
 * @param limit how long a body may take to arrive
 * @param rejections counts the requests whose bodies are given up, to make room for others
 */
public record RequestBodyHandler(long maxSize, Duration limit, Counter rejections) implements Handler<RoutingContext> {

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        if (request.isEnded() || !Exchange.mayHaveBody(request)) {
            context.next();
        } else {
            new Upload(context).read();
        }
    }

    /** The body of a request while it arrives. If it does not arrive correctly, the request fails. */
    private final class Upload {
        private final RoutingContext context;
        private final long start = System.nanoTime();
        private final Transfer transfer;
        private final long timer;
        private Buffer body = Buffer.buffer();

        Upload(RoutingContext context) {
            this.context = context;
            transfer = ClientConnection.of(context.request())
                    .beginTransfer(context.request(), 0, this::drop, this::makeRoom);
            timer = context.vertx()
                    .setTimer(
                            limit.toMillis(),
                            late -> failAndClose(
                                    REQUEST_TIMEOUT.because("The request did not arrive in time; send it again.")));
            context.addEndHandler(over -> release());
        }

        void read() {
            var request = context.request();
            if (ClientConnection.of(request).isRequestBroken()) {
                failAndClose(malformed());
                return;
            }
            request.handler(this::append)
                    .exceptionHandler(failure -> failAndClose(malformed()))
                    .endHandler(last -> complete());
            if (!isDeclaredTooLarge(request)) {
                if (awaitsContinue(request)) {
                    context.response().writeContinue();
                }
            } else if (awaitsContinue(request)) {
                // The client gets no permission to send the body; anything it sends instead is not read.
                failAndClose(tooLarge());
            } else {
                context.fail(tooLarge().asException());
            }
        }

        private void append(Buffer part) {
            if (isAbandoned()) {
                return;
            }
            if (body.length() + part.length() > maxSize) {
                context.fail(tooLarge().asException());
            } else {
                body.appendBuffer(part);
                transfer.recordProgress(part.length());
            }
        }

        private void complete() {
            if (!isAbandoned()) {
                context.vertx().cancelTimer(timer);
                transfer.stopWaiting();
                var exchange = Exchange.of(context);
                exchange.postponeDeadline(Duration.ofNanos(System.nanoTime() - start));
                exchange.setBody(body);
                drop();
                context.next();
            }
        }

        private boolean isAbandoned() {
            return context.failed() || transfer.hasEnded();
        }

        private void drop() {
            body = Buffer.buffer();
        }

        private void makeRoom() {
            if (!context.failed()) {
                rejections.increment();
                failAndClose(OVERLOADED.because(
                        "The service is receiving too many request bodies; send the request again."));
            }
        }

        private void release() {
            context.vertx().cancelTimer(timer);
            transfer.end();
            drop();
        }

        private void failAndClose(JsonApiError error) {
            if (!context.failed()) {
                FailureHandler.failAndClose(context, error);
            }
        }

        private JsonApiError tooLarge() {
            return BODY_TOO_LARGE.because("The body is larger than %s bytes.".formatted(maxSize));
        }

        /** Vert.x has already rejected values that are not numbers. */
        private boolean isDeclaredTooLarge(HttpServerRequest request) {
            var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
            return length != null && Long.parseLong(length) > maxSize;
        }
    }

    /** The error of a body that does not arrive as its head says. */
    public static JsonApiError malformed() {
        return MALFORMED_REQUEST.because(
                "The body is malformed: a chunk is invalid, or its length differs from Content-Length.");
    }

    /** Whether the client sends the body only when it is told to. */
    public static boolean awaitsContinue(HttpServerRequest request) {
        return request.version() != HttpVersion.HTTP_1_0
                && request.headers().contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true);
    }
}
