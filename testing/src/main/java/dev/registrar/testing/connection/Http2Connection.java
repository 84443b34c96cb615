package dev.registrar.testing.connection;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An HTTP/2 connection at the level of frames (RFC 9113). */
public final class Http2Connection implements Closeable {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int FRAME_HEADER = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int CANCEL = 8;

    /** The connection preface and an empty SETTINGS frame. */
    private static final String START_WITH_DEFAULTS = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    /** The connection preface and a SETTINGS frame with INITIAL_WINDOW_SIZE 0. */
    private static final String START = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\6\4\0\0\0\0\0\0\4\0\0\0\0";

    /** The preface, SETTINGS with INITIAL_WINDOW_SIZE 2^24, and a WINDOW_UPDATE of 2^28 for the connection. */
    private static final String START_WITH_LARGE_WINDOW =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\6\4\0\0\0\0\0\0\4\1\0\0\0\0\0\4\10\0\0\0\0\0\20\0\0\0";

    /** An Authorization header that the service does not index. */
    private static final String READER = "\17\10" + text("Basic cmVhZGVyOnJlYWRlcg==");

    private final Socket socket;
    private final DataInputStream responses;

    /** A stream that the service has reset, with the error code (RFC 9113, 7). */
    public record Reset(int stream, long error) {}

    /** Frames that belong to no request or response (RFC 9113, 6). */
    public enum ControlFrame {
        PING(6, 0, "12345678"),
        SETTINGS(4, 0, ""),
        PRIORITY(2, 101, "\0\0\0\0\20"),
        OF_UNKNOWN_TYPE(0x7F, 0, "x");

        private final int type;
        private final int stream;
        private final String content;

        ControlFrame(int type, int stream, String content) {
            this.type = type;
            this.stream = stream;
            this.content = content;
        }

        private byte[] bytes() {
            return frame(type, 0, stream, content);
        }
    }

    private Http2Connection(Socket socket) throws IOException {
        this.socket = socket;
        responses = new DataInputStream(socket.getInputStream());
    }

    /** Opens a connection with the default settings. */
    public static Http2Connection to(int port) throws IOException {
        return open(port, START_WITH_DEFAULTS.getBytes(StandardCharsets.US_ASCII));
    }

    /** Opens a connection whose flow-control window is 0, so the service can send headers but no content. */
    public static Http2Connection withoutWindow(int port) throws IOException {
        return open(port, preface());
    }

    /** Opens a connection on which the service may send much more content than fits into the buffers of a socket. */
    public static Http2Connection withLargeWindow(int port) throws IOException {
        return open(port, START_WITH_LARGE_WINDOW.getBytes(StandardCharsets.US_ASCII));
    }

    private static Http2Connection open(int port, byte[] start) throws IOException {
        var socket = TrustingSocket.forHttp2(port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.getOutputStream().write(start);
        return new Http2Connection(socket);
    }

    static byte[] preface() {
        return START.getBytes(StandardCharsets.US_ASCII);
    }

    public void get(int stream, String path) throws IOException {
        socket.getOutputStream().write(request(stream, "GET", path));
    }

    /** Sends a GET with this number of further fields, of one letter each. */
    public void getWithFields(int stream, String path, int fields) throws IOException {
        var block = head("GET", path) + "\0\1a\0".repeat(fields);
        socket.getOutputStream().write(frame(HEADERS, END_STREAM | END_HEADERS, stream, block));
    }

    /** Sends this number of GETs at once, each with a list of fields above 64 KiB: one field, and references to it (RFC 7541, 6.1). */
    public void getWithLargeHeads(String path, int requests) throws IOException {
        var field = "\100\1a\177" + (char) (200 - 127) + "v".repeat(200);
        getAtOnce(requests, head("GET", path) + field + "\276".repeat(300));
    }

    /** Sends this number of GETs at once, each with a field whose name no field can have (RFC 9113, 8.2.1). */
    public void getWithMalformedHeads(String path, int requests) throws IOException {
        getAtOnce(requests, head("GET", path) + "\0" + text("a b") + text("x"));
    }

    private void getAtOnce(int requests, String fields) throws IOException {
        sendAtOnce(IntStream.range(0, requests)
                .mapToObj(number -> frame(HEADERS, END_STREAM | END_HEADERS, 2 * number + 1, fields))
                .toArray(byte[][]::new));
    }

    public void getAsReader(int stream, String path) throws IOException {
        socket.getOutputStream().write(frame(HEADERS, END_STREAM | END_HEADERS, stream, head("GET", path) + READER));
    }

    /** Encodes a HEADERS frame (RFC 9113, 6.2); names and some values are indexes into the static table (RFC 7541, 6). */
    static byte[] request(int stream, String method, String path) {
        return headers(stream, END_STREAM, method, path);
    }

    private static byte[] headers(int stream, int end, String method, String path) {
        return frame(HEADERS, end | END_HEADERS, stream, head(method, path));
    }

    private static String head(String method, String path) {
        return "\2%s\u0086\4%s\1%s".formatted(text(method), text(path), text("localhost"));
    }

    private static byte[] frame(int type, int flags, int stream, String content) {
        return ByteBuffer.allocate(FRAME_HEADER + content.length())
                .put(new byte[] {0, (byte) (content.length() >> 8), (byte) content.length(), (byte) type, (byte) flags})
                .putInt(stream)
                .put(content.getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }

    /** Sends the head of a POST without its body. */
    public void beginPost(int stream, String path) throws IOException {
        socket.getOutputStream().write(headers(stream, 0, "POST", path));
    }

    /** Sends a part of a body. */
    public void sendBody(int stream, String part) throws IOException {
        socket.getOutputStream().write(frame(DATA, 0, stream, part));
    }

    public void endBody(int stream) throws IOException {
        socket.getOutputStream().write(frame(DATA, END_STREAM, stream, ""));
    }

    /** Sends a GET and this number of control frames at once. */
    public void getAndSend(int stream, String path, ControlFrame frame, int times) throws IOException {
        var frames = Collections.nCopies(times, frame.bytes()).stream();
        sendAtOnce(
                Stream.concat(Stream.of(request(stream, "GET", path)), frames).toArray(byte[][]::new));
    }

    /** Sends a GET and its reset at once. */
    public void getAndReset(int stream, String path) throws IOException {
        sendAtOnce(request(stream, "GET", path), frameOfReset(stream));
    }

    /** Sends a GET and an increment of 0 for its window, which is an error of the stream (RFC 9113, 6.9). */
    public void getWithoutIncrement(int stream, String path) throws IOException {
        sendAtOnce(request(stream, "GET", path), frame(WINDOW_UPDATE, 0, stream, "\0\0\0\0"));
    }

    /** Sends a POST, a part of its body and its reset at once. */
    public void postAndReset(int stream, String path, String partOfBody) throws IOException {
        sendAtOnce(headers(stream, 0, "POST", path), frame(DATA, 0, stream, partOfBody), frameOfReset(stream));
    }

    /** Tells the service that nobody waits for the response on a stream any more. */
    public void reset(int stream) throws IOException {
        socket.getOutputStream().write(frameOfReset(stream));
    }

    private static byte[] frameOfReset(int stream) {
        return frame(RST_STREAM, 0, stream, "\0\0\0" + (char) CANCEL);
    }

    private void sendAtOnce(byte[]... frames) throws IOException {
        var packet = new ByteArrayOutputStream();
        for (var frame : frames) {
            packet.write(frame);
        }
        socket.getOutputStream().write(packet.toByteArray());
    }

    /** Sends a request with exactly these alternating field names and values. */
    public void send(int stream, List<String> namesAndValues) throws IOException {
        var fields = new StringBuilder();
        for (var at = 0; at < namesAndValues.size(); at += 2) {
            fields.append('\0').append(text(namesAndValues.get(at))).append(text(namesAndValues.get(at + 1)));
        }
        socket.getOutputStream().write(frame(HEADERS, END_STREAM | END_HEADERS, stream, fields.toString()));
    }

    private static String text(String value) {
        return (char) value.length() + value;
    }

    /** Reads until the next RST_STREAM frame and returns it; other frames are skipped. */
    public Reset nextReset() throws IOException {
        var frame = next(RST_STREAM);
        return new Reset(frame.stream(), frame.content().getInt());
    }

    /** Reads until the next HEADERS frame and returns its stream; other frames are skipped. */
    public int nextResponse() throws IOException {
        return next(HEADERS).stream();
    }

    /** Reads until the service has said that it closes the connection, and has closed it; returns the error code. */
    public long errorOfClosing() throws IOException {
        var error = next(GOAWAY).content().getInt(Integer.BYTES);
        responses.transferTo(OutputStream.nullOutputStream());
        return error;
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
