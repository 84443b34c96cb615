package dev.registrar.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is logged when something that is no node sends to the event bus of a node. */
@ExtendWith(VertxExtension.class)
class UnknownEventBusClientsTest {
    private static final String WARNING = "Something that is not a message of a node has arrived";
    private static final String UNHANDLED = "Unhandled exception";

    private static void sendToBus(int port) throws IOException {
        try (var unknown = new Socket(InetAddress.getLoopbackAddress(), port)) {
            unknown.getOutputStream().write("\0\0\0\5hello".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void an_operator_learns_of_it_without_stack_traces() throws IOException {
        var port = FreePorts.next();
        try (var log = RecordedLog.start(this);
                var cluster = new LocalCluster()) {
            Await.success(cluster.join(new JsonObject().put("event-bus-port", port)));
            sendToBus(port);
            Await.until(
                    "it is logged",
                    () -> log.messages(Level.WARN).stream()
                            .anyMatch(message -> message.contains(WARNING) || message.contains(UNHANDLED)));
            assertThat(log.warnings(UNHANDLED)).isEmpty();
            assertThat(log.exceptions(WARNING)).isEmpty();
        }
    }

    private static Exception thrownIn(String... classes) {
        var exception = new IllegalArgumentException("Size must be > 0");
        exception.setStackTrace(Arrays.stream(classes)
                .map(name -> new StackTraceElement(name, "call", null, 7))
                .toArray(StackTraceElement[]::new));
        return exception;
    }

    private static void handle(Vertx vertx, int times, Exception exception) {
        var handled = new CompletableFuture<Void>();
        vertx.runOnContext(now -> {
            var exceptions = new UnhandledExceptions(vertx);
            for (var i = 0; i < times; i++) {
                exceptions.handle(exception);
            }
            vertx.getOrCreateContext().runOnContext(logged -> handled.complete(null));
        });
        handled.join();
    }

    @Test
    void however_often_it_happens_one_line_a_minute_is_logged(Vertx vertx) {
        try (var log = RecordedLog.start(this)) {
            handle(
                    vertx,
                    30,
                    thrownIn(
                            "java.util.ArrayList",
                            "io.vertx.core.impl.Arguments",
                            "io.vertx.core.eventbus.impl.clustered.ClusteredEventBus$1",
                            "io.netty.channel.nio.NioEventLoop"));
            assertThat(log.warnings(WARNING)).hasSize(1);
        }
    }

    @Test
    void an_exception_of_a_consumer_whose_message_came_over_the_bus_is_logged_as_an_error_with_its_stack_trace(
            Vertx vertx) {
        try (var log = RecordedLog.start(this)) {
            handle(
                    vertx,
                    1,
                    thrownIn(
                            "java.util.ArrayList",
                            "edu.example.Portal",
                            "io.vertx.core.eventbus.impl.MessageConsumerImpl",
                            "io.vertx.core.eventbus.impl.clustered.ClusteredEventBus$1"));
            assertThat(log.warnings(WARNING)).isEmpty();
            assertThat(log.exceptions(UNHANDLED)).containsExactly(IllegalArgumentException.class.getName());
        }
    }
}
