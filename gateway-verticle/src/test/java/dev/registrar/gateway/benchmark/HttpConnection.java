package dev.registrar.gateway.benchmark;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A connection that sends prepared requests, one after the other, with as little work as possible. */
final class HttpConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CONTENT_LENGTH = "\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS = "HTTP/1.1 ".length();

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private byte[] response = new byte[1 << 16];
    private int length;
    private int bodyStart;

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** Sends a request and reads the whole response. Returns its status. */
    int send(byte[] request) throws IOException {
        out.write(request);
        length = 0;
        do {
            read();
            bodyStart = find(END_OF_HEAD, length);
        } while (bodyStart < 0);
        var end = bodyStart + contentLength();
        while (length < end) {
            read();
        }
        return number(STATUS);
    }

    /** The body of the last response. */
    String body() {
        return new String(response, bodyStart, length - bodyStart, StandardCharsets.UTF_8);
    }

    private void read() throws IOException {
        if (length == response.length) {
            response = Arrays.copyOf(response, 2 * length);
        }
        var count = in.read(response, length, response.length - length);
        if (count < 0) {
            throw new EOFException("The server has closed the connection");
        }
        length += count;
    }

    private int contentLength() {
        var value = find(CONTENT_LENGTH, bodyStart);
        return value < 0 ? 0 : number(value + 1);
    }

    private int number(int start) {
        var number = 0;
        for (var index = start; response[index] >= '0' && response[index] <= '9'; index++) {
            number = 10 * number + response[index] - '0';
        }
        return number;
    }

    /** Returns the index after the first occurrence of a text in lower case; -1 if there is none. */
    private int find(byte[] text, int end) {
        for (var start = 0; start + text.length <= end; start++) {
            var matching = 0;
            while (matching < text.length && lowerCase(response[start + matching]) == text[matching]) {
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
        socket.close();
    }
}
