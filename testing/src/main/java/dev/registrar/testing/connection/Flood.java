package dev.registrar.testing.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends requests over one TLS connection, without reading a response, until the service stops reading them. The
 * connection stays open.
 */
public final class Flood implements AutoCloseable {
    private static final int BATCH = 100;

    /** More bytes than the buffers of both sockets hold. */
    private static final int LIMIT = 64 * 1024 * 1024;

    private static final Duration STANDSTILL = Duration.ofMillis(700);

    private final Socket socket;
    private final AtomicLong sent = new AtomicLong();

    private Flood(Socket socket) {
        this.socket = socket;
    }

    private static Flood start(int port, String protocol, byte[] beginning, IntFunction<byte[]> request)
            throws IOException {
        var flood = new Flood(new Socket(InetAddress.getLoopbackAddress(), port));
        var output = TrustingSocket.over(flood.socket, protocol).getOutputStream();
        output.write(beginning);
        var sending = new Thread(() -> flood.sendAll(output, request), "flood");
        sending.setDaemon(true);
        sending.start();
        return flood;
    }

    /** Sends pipelined HTTP/1.1 requests; the lines of the given request end in LF and are sent with CRLF. */
    public static Flood ofHttp1(int port, String request) throws IOException {
        var bytes = request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
        return start(port, "http/1.1", new byte[0], number -> bytes);
    }

    /** Sends HTTP/2 requests whose responses have headers only. */
    public static Flood ofHttp2(int port) throws IOException {
        return start(
                port,
                "h2",
                Http2Connection.preface(),
                number -> Http2Connection.request(2 * number + 1, "OPTIONS", "/v1/courses/"));
    }

    /** Waits until the service has stopped reading requests or has closed the connection; false if it reads too many. */
    public boolean awaitStop() {
        var before = -1L;
        while (sent.get() != before && sent.get() < LIMIT) {
            before = sent.get();
            LockSupport.parkNanos(STANDSTILL.toNanos());
        }
        return sent.get() < LIMIT;
    }

    private void sendAll(OutputStream output, IntFunction<byte[]> request) {
        try {
            for (var batch = 0; sent.get() < LIMIT; batch++) {
                var bytes = new ByteArrayOutputStream();
                for (var number = batch * BATCH; number < (batch + 1) * BATCH; number++) {
                    bytes.writeBytes(request.apply(number));
                }
                output.write(bytes.toByteArray());
                sent.addAndGet(bytes.size());
            }
        } catch (IOException closed) {
            // Nothing more is sent, as when the service stops reading.
        }
    }

    /** Closes the connection without TLS, which would wait for the end of what is being sent. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
