package dev.registrar.gateway.testing.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;

/** A connection to the bridge on which a test sends and reads frames. */
public final class BridgeSocket implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    /** Frames that came before the reply to a request, such as questions to a decider. */
    private final Queue<JsonObject> earlier = new ArrayDeque<>();

    private BridgeSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /** Connects without TLS. */
    public static BridgeSocket to(int port) throws IOException {
        return over(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Uses a connection that exists. */
    public static BridgeSocket over(Socket socket) throws IOException {
        return new BridgeSocket(socket);
    }

    /** Connects without TLS and logs in. */
    public static BridgeSocket to(int port, String token) throws IOException {
        var opened = to(port);
        assertThat(opened.logIn(token).getString("type")).isEqualTo("message");
        return opened;
    }

    /** Sends a token and returns the reply. */
    public JsonObject logIn(String token) throws IOException {
        return request("registrar.bridge", Map.of(), new JsonObject().put("token", token));
    }

    /** Sends a request and returns its reply; frames for other addresses that come before it are kept to be read. */
    public JsonObject request(String address, Map<String, String> headers, JsonObject body) throws IOException {
        var replyAddress = UUID.randomUUID().toString();
        var frame = new JsonObject()
                .put("type", "send")
                .put("address", address)
                .put("replyAddress", replyAddress)
                .put("headers", new JsonObject(Map.copyOf(headers)))
                .put("body", body);
        send(frame);
        var reply = received().orElseThrow(BridgeSocket::closed);
        while (!replyAddress.equals(reply.getString("address"))) {
            assertThat(reply.getString("address")).as(reply.encode()).isNotNull();
            earlier.add(reply);
            reply = received().orElseThrow(BridgeSocket::closed);
        }
        return reply;
    }

    public void send(JsonObject frame) throws IOException {
        send(frame.encode());
    }

    /** Sends a frame that may not be JSON. */
    public void send(String content) throws IOException {
        send(content.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a frame that may not be text. */
    public void send(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Sends only the beginning of a frame: its length, and some of its bytes. */
    public void sendPart(int length, String content) throws IOException {
        out.writeInt(length);
        out.write(content.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends the rest of a frame of which a part is sent. */
    public void sendRest(int length) throws IOException {
        out.write(new byte[length]);
    }

    /** Returns the next frame. */
    public JsonObject read() throws IOException {
        return readIfAny().orElseThrow(BridgeSocket::closed);
    }

    private static AssertionError closed() {
        return new AssertionError("The bridge has closed the connection");
    }

    /** Returns the first error of the next frame, which must be an error. */
    public JsonObject readError() throws IOException {
        return firstError(read());
    }

    /** Returns the first error of a frame, whose other members must agree with it. */
    public static JsonObject firstError(JsonObject frame) {
        assertThat(frame.getString("type")).as(frame.encode()).isEqualTo("err");
        var error = frame.getJsonObject("body").getJsonArray("errors").getJsonObject(0);
        assertThat(frame.getString("message")).isEqualTo(error.getString("detail"));
        assertThat(frame.getInteger("failureCode")).isEqualTo(Integer.valueOf(error.getString("status")));
        assertThat(frame.getString("failureType")).isEqualTo("RECIPIENT_FAILURE");
        return error;
    }

    /** Returns the next frame; empty if the bridge has closed the connection. */
    public Optional<JsonObject> readIfAny() throws IOException {
        return earlier.isEmpty() ? received() : Optional.of(earlier.remove());
    }

    private Optional<JsonObject> received() throws IOException {
        try {
            var bytes = new byte[in.readInt()];
            in.readFully(bytes);
            return Optional.of(new JsonObject(new String(bytes, StandardCharsets.UTF_8)));
        } catch (EOFException | SocketException closed) {
            return Optional.empty();
        }
    }

    /** Expects that the bridge closes the connection, whatever it sends before. */
    public void expectClosed() {
        try {
            var next = readIfAny();
            while (next.isPresent()) {
                next = readIfAny();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a ping, and returns whether the bridge has replied; false if it has closed the connection. */
    public boolean ping() {
        try {
            send(new JsonObject().put("type", "ping"));
            var reply = readIfAny();
            reply.ifPresent(frame ->
                    assertThat(frame.getString("type")).as(frame.encode()).isEqualTo("pong"));
            return reply.isPresent();
        } catch (SocketException closed) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Expects a reply to a request for courses. */
    public void expectServed() throws IOException {
        var reply = request("registrar.courses", Map.of("action", "list"), new JsonObject());
        assertThat(reply.getString("type")).as(reply.encode()).isEqualTo("message");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
