package dev.registrar.gateway.http.transfer;

import static dev.registrar.resource.error.ErrorCode.REQUEST_TIMEOUT;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.connection.ClientConnection.Transfer;
import dev.registrar.gateway.http.exchange.FailureHandler;
import dev.registrar.gateway.http.exchange.RequestBodyHandler;
import dev.registrar.resource.error.JsonApiError;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/**
 * The body of a request while it arrives, no faster than it is asked for: little of it is held at a time, however large
 * it is. A client that stops sending is cut off.
 */
final class UploadedBody {
    /** In bytes, about: as much is held while nobody asks for it. */
    private static final int CHUNK = 65_536;

    private final RoutingContext context;
    private final HttpServerRequest request;
    private final Transfer transfer;
    private Buffer arrived = Buffer.buffer();
    private Optional<Promise<Optional<Buffer>>> wanted = Optional.empty();
    private Optional<JsonApiError> failure = Optional.empty();
    private boolean isContinued;
    private boolean isComplete;
    private boolean isOver;

    UploadedBody(RoutingContext context) {
        this.context = context;
        request = context.request();
        transfer = ClientConnection.of(request).beginTransfer(request, 0, this::drop, this::cutOff);
        context.addEndHandler(ended -> end());
        if (request.isEnded()) {
            complete();
        } else {
            request.pause()
                    .handler(this::append)
                    .exceptionHandler(broken -> fail(RequestBodyHandler.malformed()))
                    .endHandler(last -> complete());
        }
    }

    /** The bytes that have arrived since, as soon as there are any; empty at the end. */
    Future<Optional<Buffer>> next() {
        if (!isContinued && RequestBodyHandler.awaitsContinue(request)) {
            context.response().writeContinue();
        }
        isContinued = true;
        if (ClientConnection.of(request).isRequestBroken()) {
            fail(RequestBodyHandler.malformed());
        }
        var promise = Promise.<Optional<Buffer>>promise();
        wanted = Optional.of(promise);
        give();
        if (!isComplete && failure.isEmpty()) {
            transfer.recordProgress(0);
            request.resume();
        }
        return promise.future();
    }

    /** Drops what still arrives. */
    void end() {
        isOver = true;
        drop();
        transfer.end();
    }

    private void append(Buffer part) {
        if (isOver) {
            return;
        }
        arrived.appendBuffer(part);
        transfer.recordProgress(part.length());
        give();
        if (arrived.length() >= CHUNK) {
            request.pause();
            transfer.stopWaiting();
        }
    }

    private void complete() {
        isComplete = true;
        transfer.stopWaiting();
        give();
    }

    private void fail(JsonApiError error) {
        failure = Optional.of(error);
        give();
    }

    /** Gives who asks what there is. */
    private void give() {
        if (wanted.isEmpty()) {
            return;
        }
        if (failure.isPresent()) {
            take().fail(failure.get().asException());
        } else if (arrived.length() > 0) {
            var bytes = arrived;
            drop();
            take().complete(Optional.of(bytes));
        } else if (isComplete) {
            take().complete(Optional.empty());
        }
    }

    private Promise<Optional<Buffer>> take() {
        var taken = wanted.orElseThrow();
        wanted = Optional.empty();
        return taken;
    }

    private void drop() {
        transfer.recordProgress(-arrived.length());
        arrived = Buffer.buffer();
        if (isComplete) {
            transfer.stopWaiting();
        }
    }

    private void cutOff() {
        var late = REQUEST_TIMEOUT.because("The file stopped arriving, or its place was needed; send it again.");
        fail(late);
        if (!isOver && !context.failed()) {
            FailureHandler.failAndClose(context, late);
        }
    }
}
