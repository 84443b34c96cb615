package dev.registrar.gateway.testing.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends requests over one connection, without reading a response, until the service stops reading them. The connection
 * stays open.
 */
public final class Flood implements AutoCloseable {
    private static final int BATCH = 1000;

    /** More bytes than the buffers of both sockets hold. */
    private static final int LIMIT = 64 * 1024 * 1024;

    private static final Duration STANDSTILL = Duration.ofMillis(700);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(1);

    private final SocketChannel channel;
    private long sent;
    private boolean isReading = true;

    private Flood(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
    }

    /** Sends pipelined HTTP/1.1 requests; the lines of the given request end in LF and are sent with CRLF. */
    public static Flood ofHttp1(int port, String request) throws IOException {
        var bytes = request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
        var flood = new Flood(port);
        flood.sendAll(number -> bytes);
        return flood;
    }

    /** Sends cleartext HTTP/2 requests whose responses have headers only. */
    public static Flood ofHttp2(int port) throws IOException {
        var flood = new Flood(port);
        flood.send(Http2Connection.preface());
        flood.sendAll(number -> Http2Connection.request(2 * number + 1, "OPTIONS", "/v1/courses/"));
        return flood;
    }

    /** Returns whether the service has stopped reading requests or has closed the connection. */
    public boolean isStopped() {
        return !isReading;
    }

    private void sendAll(IntFunction<byte[]> request) {
        for (var batch = 0; isReading && sent < LIMIT; batch++) {
            var bytes = new ByteArrayOutputStream();
            for (var number = batch * BATCH; number < (batch + 1) * BATCH; number++) {
                bytes.writeBytes(request.apply(number));
            }
            send(bytes.toByteArray());
        }
    }

    private void send(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        var lastProgress = System.nanoTime();
        while (buffer.hasRemaining() && System.nanoTime() - lastProgress < STANDSTILL.toNanos()) {
            try {
                if (channel.write(buffer) > 0) {
                    lastProgress = System.nanoTime();
                } else {
                    LockSupport.parkNanos(POLL_INTERVAL.toNanos());
                }
            } catch (IOException closed) {
                break;
            }
        }
        isReading = !buffer.hasRemaining();
        sent += buffer.position();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
