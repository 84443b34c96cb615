package dev.registrar.gateway.http.response;

import dev.registrar.gateway.connection.Transfer;
import dev.registrar.resource.time.Repeat;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;

/**
 * The content of a response, each part of which is sent after the previous one. The part that is being sent, and everything that
 * waits for it, stays in memory while the client does not read, even if the response is cut off; so the rest can be dropped.
 */
final class ContentParts {
    /** A client that reads this many bytes of a longer response makes progress. */
    private static final int PART = 16_384;

    private final HttpServerResponse response;
    private final int length;

    /** Empty after it was dropped. */
    private Optional<Buffer> content;

    ContentParts(HttpServerResponse response, Buffer content) {
        this.response = response;
        length = content.length();
        this.content = Optional.of(content);
    }

    /** Sends all parts, and fails if the response ends or the rest is dropped before. */
    Future<Void> write(Transfer transfer) {
        return Repeat.until(
                        start -> start == length,
                        0,
                        start -> content.map(whole -> write(start, whole, transfer))
                                .orElseGet(
                                        () -> Future.failedFuture(new HttpClosedException("The client was cut off"))))
                .mapEmpty();
    }

    private Future<Integer> write(int start, Buffer whole, Transfer transfer) {
        var next = Math.min(start + PART, length);
        return response.write(whole.slice(start, next))
                .onSuccess(written -> transfer.advance(0))
                .map(next);
    }

    void drop() {
        content = Optional.empty();
    }
}
