package dev.registrar.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.connection.LossyNetwork;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The port for other members, when someone else connects to it. */
class MemberPortTest {
    @AutoClose
    private static final LocalCluster CLUSTER = new LocalCluster();

    private static Vertx node;

    @BeforeAll
    static void start() {
        node = CLUSTER.start();
    }

    private static Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), LocalCluster.portOf(node));
        socket.setSoTimeout(10_000);
        return socket;
    }

    /** Returns whether the node has closed a connection without sending anything on it. */
    private static boolean isClosedInSilence(Socket socket) {
        try (socket) {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return reset.getMessage().contains("reset");
        }
    }

    private static void expectAdmitsMembers() {
        var member = Await.success(CLUSTER.join(new JsonObject()));
        assertThat(LocalCluster.sizeSeenBy(member)).isEqualTo(2);
        Await.success(member.close());
    }

    @Test
    void a_packet_that_announces_an_array_of_two_gigabytes_is_not_read() throws IOException {
        var socket = connect();
        var packet = ByteBuffer.allocate(14)
                .put("HZC".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 4)
                .putShort((short) 0)
                .putInt(-1)
                .putInt(Integer.MAX_VALUE)
                .array();
        socket.getOutputStream().write(packet);
        // Fill the greeting, so that the node reads all of it.
        socket.getOutputStream().write(new byte[100]);
        assertThat(isClosedInSilence(socket)).isTrue();
        expectAdmitsMembers();
    }

    /** Runs the handshake of another member of the cluster on a connection. */
    private static void joinBy(Socket connected) throws IOException {
        var member =
                ClusterSettings.of(CLUSTER.settings().put("host", "10.0.0.7").put("port", 5701));
        ConnectingSide.run(new Handshake(member, Map.of()), connected);
    }

    @Test
    void a_member_whose_connection_somebody_has_redirected_from_another_address_is_not_admitted() throws IOException {
        var port = LocalCluster.portOf(node);
        try (var direct = connect();
                var log = RecordedLog.start(this);
                var network = new LossyNetwork()) {
            joinBy(direct);
            var elsewhere =
                    URI.create(network.inFrontOf("tcp://127.0.0.1:" + port)).getPort();
            try (var redirected = new Socket(InetAddress.getLoopbackAddress(), elsewhere)) {
                assertThatThrownBy(() -> joinBy(redirected)).hasMessageContaining("does not admit this node");
            }
            assertThat(log.messages(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("10.0.0.7:5701 has connected to 127.0.0.1:%s and was redirected to 127.0.0.1:%s"
                            .formatted(elsewhere, port));
        }
    }

    @Test
    void connections_of_strangers_are_closed_and_logged_in_one_line_without_what_they_send() throws IOException {
        try (var log = RecordedLog.start(this)) {
            for (var i = 0; i < 20; i++) {
                var socket = connect();
                socket.getOutputStream()
                        .write("GET /hazelcast/health HTTP/1.1 of a curious unknown\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(isClosedInSilence(socket)).isTrue();
            }
            assertThat(log.messages(Level.WARN))
                    .hasSizeLessThanOrEqualTo(1)
                    .noneMatch(line -> line.contains("curious"));
        }
    }

    @Test
    void idle_connections_are_closed_and_do_not_keep_members_out() {
        var idle = Stream.generate(MemberPortTest::connectUnchecked).limit(300).toList();
        expectAdmitsMembers();
        assertThat(idle).allMatch(MemberPortTest::isClosedInSilence);
    }

    private static Socket connectUnchecked() {
        try {
            return connect();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
