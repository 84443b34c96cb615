package dev.registrar.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.registrar.cluster.ConnectingSide.HandshakeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The handshake between two nodes, on a connection without Hazelcast. */
class HandshakeTest {
    private static final String SECRET = "one that nobody guesses";
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("10.0.0.8", 5702);

    private static Handshake handshake(String cluster, String secret, boolean isEncrypted, String decider) {
        var file = isEncrypted ? "node.pem" : "";
        var settings = ClusterSettings.of(new JsonObject()
                .put("name", cluster)
                .put("secret", secret)
                .put("host", "10.0.0.7")
                .put("tls-certificate", file)
                .put("tls-key", file)
                .put("tls-authority", file));
        return new Handshake(settings, Map.of("enrollment.decider", decider));
    }

    private static Handshake handshake() {
        return handshake("uni", SECRET, false, "bus");
    }

    /** What a server does with a connection. */
    private interface Server {
        void serve(Socket accepted) throws IOException;
    }

    /** Connects to a server and runs the connecting side. */
    private static ThrowingCallable connecting(Handshake handshake, Server server) {
        return () -> {
            try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                var served = CompletableFuture.runAsync(() -> {
                    try (var accepted = listening.accept()) {
                        server.serve(accepted);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                try (var socket = new Socket(listening.getInetAddress(), listening.getLocalPort())) {
                    ConnectingSide.run(handshake, socket);
                } finally {
                    served.join();
                }
            }
        };
    }

    /** Runs the accepting side as a node does. */
    private static Server accepting(Handshake handshake) {
        return socket -> {
            var side = new AcceptingSide(handshake, (InetSocketAddress) socket.getLocalSocketAddress());
            var in = socket.getInputStream();
            var out = socket.getOutputStream();
            out.write(side.greet(in.readNBytes(Transcript.GREETING_BYTES))
                    .orElseThrow()
                    .array());
            var verdict = side.decide(in.readNBytes(Handshake.REQUEST_BYTES));
            if (verdict.isPresent()) {
                out.write(verdict.get().message().array());
            }
        };
    }

    @Test
    void nodes_with_the_same_secret_and_cluster_admit_each_other() {
        assertThatCode(connecting(handshake(), accepting(handshake()))).doesNotThrowAnyException();
    }

    @Test
    void a_node_with_another_secret_or_cluster_name_is_not_admitted_and_not_told_anything() {
        for (var other : List.of(
                handshake("uni", "one that is not the same", false, "bus"),
                handshake("another", SECRET, false, "bus"))) {
            assertThatThrownBy(connecting(handshake(), accepting(other)))
                    .hasMessage("it has another cluster.secret or cluster.name")
                    .asInstanceOf(type(HandshakeException.class))
                    .matches(HandshakeException::isFinal);
            var side = new AcceptingSide(other, ADDRESS);
            var greeting = Transcript.greeting(Handshake.VERSION);
            var request = requestOf(
                    handshake(), greeting, side.greet(greeting).orElseThrow().array());
            assertThat(side.decide(request)).isEmpty();
        }
    }

    @Test
    void an_encrypted_and_an_unencrypted_node_do_not_admit_each_other_and_say_why() {
        assertThatThrownBy(connecting(handshake(), accepting(handshake("uni", SECRET, true, "bus"))))
                .hasMessageContaining("10.0.0.7:5701 is encrypted")
                .hasMessageContaining("cluster.tls-certificate");
    }

    @Test
    void nodes_that_disagree_on_a_setting_admit_each_other_and_warn() {
        var log = new ListAppender<ILoggingEvent>();
        var logger = (Logger) LoggerFactory.getLogger(Handshake.class);
        logger.addAppender(log);
        log.start();
        try {
            assertThatCode(connecting(handshake(), accepting(handshake("uni", SECRET, false, "built-in"))))
                    .doesNotThrowAnyException();
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .map(ILoggingEvent::getFormattedMessage)
                .hasSize(2)
                .anyMatch(line -> line.contains(
                        "enrollment.decider is bus on this node and built-in on the node at 10.0.0.7:5701"))
                .anyMatch(line -> line.contains("enrollment.decider is built-in on this node and bus"));
    }

    @Test
    void a_server_that_speaks_another_protocol_is_not_a_node() {
        var banner = "SSH-2.0-OpenSSH_9.6 and some more of what it has to say\r\n".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(connecting(
                        handshake(), socket -> socket.getOutputStream().write(banner)))
                .hasMessageContaining("is not a Registrar node")
                .asInstanceOf(type(HandshakeException.class))
                .matches(HandshakeException::isFinal);
    }

    @Test
    void a_server_that_closes_the_connection_may_be_a_node_that_is_stopping() {
        assertThatThrownBy(connecting(
                        handshake(), socket -> socket.getInputStream().read()))
                .hasMessageContaining("is not a Registrar node")
                .asInstanceOf(type(HandshakeException.class))
                .matches(closed -> !closed.isFinal());
    }

    @Test
    void a_server_that_sends_nothing_may_be_a_node_that_is_starting() {
        assertThatThrownBy(connecting(
                        handshake(), socket -> socket.getInputStream().readAllBytes()))
                .hasMessageContaining("does not respond")
                .asInstanceOf(type(HandshakeException.class))
                .matches(silent -> !silent.isFinal());
    }

    @Test
    void a_server_that_does_not_know_the_secret_cannot_pass_for_a_node_with_a_repeated_proof() {
        assertThatThrownBy(connecting(handshake(), socket -> {
                    var in = socket.getInputStream();
                    socket.getOutputStream().write(in.readNBytes(Transcript.GREETING_BYTES));
                    var request = in.readNBytes(Handshake.REQUEST_BYTES);
                    socket.getOutputStream().write(Handshake.ADMITTED);
                    socket.getOutputStream().write(request);
                }))
                .hasMessage("it has another cluster.secret or cluster.name");
    }

    @Test
    void a_recorded_handshake_cannot_be_repeated() {
        var client = new AcceptingSide(handshake(), ADDRESS);
        var greeting = Transcript.greeting(Handshake.VERSION);
        var recorded = requestOf(
                handshake(), greeting, client.greet(greeting).orElseThrow().array());
        assertThat(client.decide(recorded)).isPresent();
        var again = new AcceptingSide(handshake(), ADDRESS);
        assertThat(again.greet(greeting)).isPresent();
        assertThat(again.decide(recorded)).isEmpty();
    }

    /** What a connecting node sends after the greetings. */
    private static byte[] requestOf(Handshake handshake, byte[] greeting, byte[] reply) {
        var transcript = handshake.transcript();
        transcript.add(greeting);
        transcript.add(reply);
        var request = ByteBuffer.allocate(Handshake.REQUEST_BYTES);
        request.put(transcript.add(handshake
                .own()
                .connectedTo(ADDRESS.getAddress(), ADDRESS.getPort())
                .toBytes()));
        return request.put(transcript.proofBy(Transcript.Side.CONNECTING)).array();
    }

    @Test
    void a_node_of_a_later_release_is_greeted() {
        var greeting = Transcript.greeting(Handshake.VERSION + 6);
        assertThat(new AcceptingSide(handshake(), ADDRESS).greet(greeting)).isPresent();
    }
}
