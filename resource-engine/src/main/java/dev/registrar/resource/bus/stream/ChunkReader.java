package dev.registrar.resource.bus.stream;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.bus.ErrorReplyException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.tracing.TracingPolicy;
import java.time.Duration;
import java.util.Optional;

/** Asks for the chunks of a body, wherever in the cluster its source is. */
public final class ChunkReader {
    /** How often a chunk is asked for, at equal intervals, while there is no reply. */
    private static final int SENDINGS = 3;

    private final Vertx vertx;
    private final String address;
    private final Duration timeout;
    private long number;

    /**
     * Creates a reader of the body at an address.
     *
     * @param idle how long to wait for a chunk
     */
    public ChunkReader(Vertx vertx, String address, Duration idle) {
        this.vertx = vertx;
        this.address = address;
        timeout = idle.dividedBy(SENDINGS);
    }

    /**
     * Asks for the next chunk; call it again only after that.
     *
     * @return empty at the end; fails with {@link ErrorReplyException} when the source replies with errors, and with
     *     {@code service_unavailable} when it is gone or silent
     */
    public Future<Optional<Buffer>> next() {
        number++;
        return ask(SENDINGS).map(this::chunkIn);
    }

    private Future<Message<Object>> ask(int sendings) {
        var options = header(Long.toString(number)).setSendTimeout(timeout.toMillis());
        return vertx.eventBus()
                .request(address, null, options)
                .recover(failure -> isSilence(failure) && sendings > 1
                        ? ask(sendings - 1)
                        : Future.failedFuture(explained(failure)));
    }

    private static boolean isSilence(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.TIMEOUT;
    }

    private static RuntimeException explained(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
                ? ErrorReplyException.of(reply)
                : SERVICE_UNAVAILABLE
                        .because("The rest of the stream did not arrive in time; send the request again.")
                        .asException();
    }

    private Optional<Buffer> chunkIn(Message<Object> reply) {
        if (!(reply.body() instanceof Buffer bytes)) {
            throw new IllegalArgumentException("A source replied with %s, which is no chunk".formatted(reply.body()));
        }
        if (reply.headers().contains(ChunkSource.LAST)) {
            cancel();
            return Optional.empty();
        }
        return Optional.of(bytes);
    }

    /** Tells the source that no further chunk is wanted. */
    public void cancel() {
        vertx.eventBus().send(address, null, header(ChunkSource.CANCEL));
    }

    /** Thousands of chunks have no spans of their own in the trace of a request. */
    private static DeliveryOptions header(String wanted) {
        return new DeliveryOptions().addHeader(ChunkSource.CHUNK, wanted).setTracingPolicy(TracingPolicy.IGNORE);
    }
}
