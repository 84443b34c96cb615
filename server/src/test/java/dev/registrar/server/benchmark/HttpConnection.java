package dev.registrar.server.benchmark;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A connection that sends prepared requests, one after the other, with as little work as possible. */
final class HttpConnection implements AutoCloseable {
    private static final int TYPICAL_RESPONSE = 1 << 18;
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CONTENT_LENGTH = "\ncontent-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS = "HTTP/1.1 ".length();

    private final SocketChannel channel;
    private ByteBuffer response = ByteBuffer.allocateDirect(TYPICAL_RESPONSE);
    private int bodyStart;
    private int end;

    HttpConnection(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    SocketChannel channel() {
        return channel;
    }

    /** Sends a request and waits for the whole response. Returns its status. */
    int exchange(byte[] request) throws IOException {
        send(request);
        while (!receive()) {
            Thread.onSpinWait();
        }
        return status();
    }

    void send(byte[] request) throws IOException {
        response.clear();
        bodyStart = -1;
        if (channel.write(ByteBuffer.wrap(request)) < request.length) {
            throw new IOException("The request does not fit into the buffer of the socket");
        }
    }

    /** Reads what has arrived. Returns whether the response is complete. */
    boolean receive() throws IOException {
        if (!response.hasRemaining()) {
            response = ByteBuffer.allocateDirect(2 * response.capacity()).put(response.flip());
        }
        if (channel.read(response) < 0) {
            throw new EOFException("The server has closed the connection");
        }
        if (bodyStart < 0) {
            readHead();
        }
        return bodyStart >= 0 && response.position() >= end;
    }

    private void readHead() {
        bodyStart = find(END_OF_HEAD, response.position());
        var contentLength = find(CONTENT_LENGTH, bodyStart);
        end = bodyStart + (contentLength < 0 ? 0 : number(contentLength));
    }

    int status() {
        return number(STATUS);
    }

    /** The body of the last response. */
    String body() {
        var body = new byte[end - bodyStart];
        response.get(bodyStart, body);
        return new String(body, StandardCharsets.UTF_8);
    }

    private int number(int start) {
        var number = 0;
        for (var index = start; response.get(index) >= '0' && response.get(index) <= '9'; index++) {
            number = 10 * number + response.get(index) - '0';
        }
        return number;
    }

    /** Returns the index after the first occurrence of a text in lower case; -1 if there is none. */
    private int find(byte[] text, int limit) {
        for (var start = 0; start + text.length <= limit; start++) {
            var matching = 0;
            while (matching < text.length && lowerCase(response.get(start + matching)) == text[matching]) {
                matching++;
            }
            if (matching == text.length) {
                return start + matching;
            }
        }
        return -1;
    }

    private static int lowerCase(byte character) {
        return character >= 'A' && character <= 'Z' ? character + 'a' - 'A' : character;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
