package dev.registrar.gateway.testing.connection;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Frames of HTTP/2 without TLS, sent by a client that reads what it likes (RFC 9113). */
public final class Http2Connection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int FRAME_HEADER = 9;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int END_STREAM_AND_HEADERS = 5;

    /** The preface, and a setting: INITIAL_WINDOW_SIZE is 0. */
    private static final String START = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\6\4\0\0\0\0\0\0\4\0\0\0\0";

    private final Socket socket;
    private final DataInputStream responses;

    /** A stream that the service has reset, and why (RFC 9113, 7). */
    public record Reset(int stream, long error) {}

    private Http2Connection(Socket socket) throws IOException {
        this.socket = socket;
        responses = new DataInputStream(socket.getInputStream());
    }

    /** Opens a connection over which no content is sent. */
    public static Http2Connection withoutWindow(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.getOutputStream().write(preface());
        return new Http2Connection(socket);
    }

    static byte[] preface() {
        return START.getBytes(StandardCharsets.US_ASCII);
    }

    public void get(int stream, String path) throws IOException {
        socket.getOutputStream().write(request(stream, "GET", path));
    }

    /** A frame with the headers of a request (RFC 9113, 6.2; RFC 7541, 6): those of the static table have a number. */
    static byte[] request(int stream, String method, String path) {
        return frame(stream, "\2%s\u0086\4%s\1%s".formatted(text(method), text(path), text("localhost")));
    }

    private static byte[] frame(int stream, String fields) {
        return ByteBuffer.allocate(FRAME_HEADER + fields.length())
                .put(new byte[] {0, 0, (byte) fields.length(), HEADERS, END_STREAM_AND_HEADERS})
                .putInt(stream)
                .put(fields.getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }

    /** Sends a request whose fields are these names and values, as they stand there. */
    public void send(int stream, List<String> namesAndValues) throws IOException {
        var fields = new StringBuilder();
        for (var at = 0; at < namesAndValues.size(); at += 2) {
            fields.append('\0').append(text(namesAndValues.get(at))).append(text(namesAndValues.get(at + 1)));
        }
        socket.getOutputStream().write(frame(stream, fields.toString()));
    }

    private static String text(String value) {
        return (char) value.length() + value;
    }

    /** The next reset of a stream; whatever comes before it is skipped. */
    public Reset nextReset() throws IOException {
        var frame = next(RST_STREAM);
        return new Reset(frame.stream(), frame.content().getInt());
    }

    /** The stream of the next response that begins; whatever comes before it is skipped. */
    public int nextResponse() throws IOException {
        return next(HEADERS).stream();
    }

    private record Frame(int stream, ByteBuffer content) {}

    private Frame next(int type) throws IOException {
        while (true) {
            var lengthAndType = responses.readInt();
            responses.skipBytes(1);
            var frame = new Frame(responses.readInt(), ByteBuffer.wrap(responses.readNBytes(lengthAndType >>> 8)));
            if ((lengthAndType & 0xFF) == type) {
                return frame;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
