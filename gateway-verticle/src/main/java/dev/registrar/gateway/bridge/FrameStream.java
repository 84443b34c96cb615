package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.resource.concurrency.ConcurrencyLimit;
import dev.registrar.resource.error.JsonApiException;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.parsetools.RecordParser;
import java.time.Duration;

/**
 * The frames of one connection, in both directions. Reads only while the client can be served: not while it has too many
 * requests in progress or does not read what it is sent. Belongs to one event loop.
 */
final class FrameStream {
    /** Enough for a token. */
    private static final int MAX_FIRST_FRAME = 4096;

    /** A slow client reads this much within its idle timeout. */
    private static final int MAX_PART = 65_536;

    private final NetSocket socket;
    private final OpenConnections connections;
    private final RecordParser parser;
    private final int maxInFlight;
    private final ConcurrencyLimit inProgress = ConcurrencyLimit.none();
    private int maxFrame = MAX_FIRST_FRAME;
    private int announced;
    private int inFlight;
    private boolean isParsing;
    private boolean isPaused;
    private boolean isClosed;
    private long unread;
    private long lastFrameAt = System.nanoTime();
    private long lastReadAt = System.nanoTime();

    FrameStream(NetSocket socket, OpenConnections connections, int maxInFlight) {
        this.socket = socket;
        this.connections = connections;
        this.maxInFlight = maxInFlight;
        parser = RecordParser.newFixed(Frames.HEAD_BYTES, socket);
    }

    /**
     * Starts to read frames.
     *
     * @param frames receives the bytes of each frame
     * @param invalid receives the reason when no further frame can be read
     * @param closed is called once, when the connection is closed
     */
    void read(Handler<Buffer> frames, Handler<JsonApiException> invalid, Runnable closed) {
        socket.closeHandler(end -> {
            release();
            closed.run();
        });
        socket.exceptionHandler(failure -> close());
        socket.drainHandler(drained -> readWhilePossible());
        parser.exceptionHandler(failure -> close());
        parser.handler(bytes -> {
            if (isClosed || bytes.length() != (announced == 0 ? Frames.HEAD_BYTES : announced)) {
                // The connection has ended within a frame.
                return;
            }
            if (announced == 0) {
                readHead(bytes.getInt(0), invalid);
            } else {
                endFrame();
                frames.handle(bytes);
            }
            readWhilePossible();
        });
    }

    private void readHead(int length, Handler<JsonApiException> invalid) {
        if (length < 1 || length > maxFrame) {
            parser.pause();
            isPaused = true;
            invalid.handle(wrongLength(length));
            closeWhenSent();
            return;
        }
        announced = length;
        hold(length);
        parser.fixedSizeMode(length);
    }

    private JsonApiException wrongLength(int length) {
        return length == 0
                ? MALFORMED_REQUEST
                        .because(
                                "A frame must not be empty: after the length, which is in four bytes, big-endian, there"
                                        + " must be a JSON object.")
                        .asException()
                : BODY_TOO_LARGE
                        .because(
                                "A frame must have at most %d bytes after the length, which is in four bytes, big-endian."
                                        .formatted(maxFrame))
                        .asException();
    }

    private void endFrame() {
        var length = announced;
        announced = 0;
        hold(-length);
        lastFrameAt = System.nanoTime();
        parser.fixedSizeMode(Frames.HEAD_BYTES);
    }

    /** Accepts frames up to this size from now on. */
    void allowFrames(int size) {
        maxFrame = size;
    }

    /** Reads no further frame until this one is parsed, so that frames are processed in their order. */
    void awaitParsing(Future<?> parsing) {
        if (!parsing.isComplete()) {
            isParsing = true;
            parsing.onComplete(parsed -> {
                isParsing = false;
                readWhilePossible();
            });
        }
    }

    /** Counts a request until it has ended and its reply is written. */
    <T> Future<T> track(Future<T> request) {
        inFlight++;
        return inProgress.run(() -> request.onComplete(ended -> {
            inFlight--;
            readWhilePossible();
        }));
    }

    private void readWhilePossible() {
        if (isClosed) {
            return;
        }
        var pause = isParsing || inFlight >= maxInFlight || socket.writeQueueFull();
        if (pause && !isPaused) {
            isPaused = true;
            parser.pause();
        } else if (!pause && isPaused && maxFrame > 0) {
            isPaused = false;
            lastFrameAt = System.nanoTime();
            parser.resume();
        }
    }

    /** Sends a frame, in parts: that the client reads shows when a part has been sent. */
    void write(Buffer frame) {
        for (var start = 0; start < frame.length(); start += MAX_PART) {
            writePart(frame.slice(start, Math.min(start + MAX_PART, frame.length())));
        }
    }

    private void writePart(Buffer part) {
        if (isClosed) {
            return;
        }
        if (unread == 0) {
            lastReadAt = System.nanoTime();
        }
        unread += part.length();
        hold(part.length());
        socket.write(part).onComplete(sent -> {
            lastReadAt = System.nanoTime();
            if (!isClosed) {
                unread -= part.length();
                hold(-part.length());
            }
        });
    }

    private void hold(long bytes) {
        connections.hold(bytes);
    }

    /** Holds nothing any more. */
    private void release() {
        if (!isClosed) {
            isClosed = true;
            var held = pending();
            announced = 0;
            unread = 0;
            hold(-held);
        }
    }

    /** The number of bytes held for this client: of a frame that is arriving, and of frames that it has not read. */
    long pending() {
        return announced + unread;
    }

    /** The number of bytes that the client has not read. */
    long unread() {
        return unread;
    }

    /** Whether the client has sent nothing, or read nothing of what it is sent, for this long. */
    boolean isStalled(Duration timeout) {
        var now = System.nanoTime();
        return (!isPaused && now - lastFrameAt > timeout.toNanos())
                || (unread > 0 && now - lastReadAt > timeout.toNanos());
    }

    /** Completes when no request is in progress. */
    Future<Void> finish() {
        return inProgress.whenIdle();
    }

    /** Closes the connection after everything that has been written is sent; reads nothing more. */
    void closeWhenSent() {
        maxFrame = 0;
        isPaused = true;
        parser.pause();
        var unused = socket.close();
    }

    /** Closes the connection at once, with everything that has not been sent. */
    void close() {
        release();
        // The handlers of Vert.x would send everything first, and wait for a client that does not read.
        channel().unsafe().close(channel().newPromise());
    }

    /** Stops the server from accepting connections; Vert.x would also close those that it has accepted. */
    void closeListeningSocket() {
        var unused = channel().parent().close();
    }

    private Channel channel() {
        return ((ConnectionBase) socket).channel();
    }
}
