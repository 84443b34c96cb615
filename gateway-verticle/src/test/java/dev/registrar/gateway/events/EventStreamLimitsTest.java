package dev.registrar.gateway.events;

import static dev.registrar.testing.connection.EventStreamClient.COURSES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Streams of events cost little, and are bounded: in number, in requests for stored events, and in what a slow client keeps. */
@ExtendWith(ServiceExtension.class)
class EventStreamLimitsTest {
    private static final int FOLLOWERS = 1000;
    private static final long LIMIT = 50_000_000;

    private static final String FOLLOW = """
            GET /v1/events/?page%5Bafter%5D=latest HTTP/1.1
            Host: localhost
            Authorization: Basic cmVhZGVyOnJlYWRlcg==
            Accept: text/event-stream

            """;

    @Test
    void more_streams_and_waiting_requests_than_configured_get_503(Service service) {
        var port = service.startGateway(
                "http", new JsonObject().put("max-followers", 2).put("idle-timeout", "800 ms"));
        var url = "http://127.0.0.1:" + port;
        try (var one = EventStreamClient.open(url + COURSES).awaitStart();
                var two = EventStreamClient.open(url + COURSES).awaitStart()) {
            assertThat(List.of(one.status(), two.status())).containsOnly(200);
            try (var three = EventStreamClient.open(url + COURSES)) {
                assertThat(three.status()).isEqualTo(503);
            }
            var reader = Client.of(url).withCredentials("reader", "reader");
            reader.withHeader("Accept", "text/event-stream")
                    .get(COURSES)
                    .expectStatus(503)
                    .expectHeader("Retry-After", "10")
                    .expectError("too_many_followers");
            reader.withHeader("Prefer", "wait=7").get(COURSES).expectStatus(503);
            reader.get(COURSES).expectStatus(200);
        }
        Await.until("the streams are forgotten", () -> {
            try (var next = EventStreamClient.open(url + COURSES)) {
                return next.status() == 200;
            }
        });
    }

    /** As when the node or proxy before has stopped: EventSource does not connect again after an error. */
    @Test
    void streams_that_all_begin_at_once_wait_their_turn_instead_of_being_rejected(Service service) throws IOException {
        var port = service.startGateway(
                "http", new JsonObject().put("max-in-flight", 2).put("max-followers", 25));
        List<OpenConnection> connections = new ArrayList<>();
        try {
            while (connections.size() < 30) {
                connections.add(OpenConnection.to(port));
            }
            for (var connection : connections) {
                connection.send(FOLLOW);
            }
            List<String> responses = new ArrayList<>();
            for (var connection : connections) {
                responses.add(connection.readLine());
            }
            assertThat(responses).filteredOn("HTTP/1.1 200 OK"::equals).hasSize(25);
        } finally {
            for (var connection : connections) {
                connection.close();
            }
        }
    }

    @Test
    void many_streams_cost_no_more_requests_for_stored_events_than_one(Service service) {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "2 s"));
        var replays = new AtomicInteger();
        List<EventStreamClient> streams = new ArrayList<>();
        try {
            for (var i = 0; i < 60; i++) {
                streams.add(EventStreamClient.open("http://127.0.0.1:" + port + COURSES)
                        .awaitStart());
            }
            service.newCourse();
            streams.forEach(stream -> stream.await(1));
            service.vertx().eventBus().<Object>addOutboundInterceptor(message -> {
                if (message.message().address().startsWith("registrar.events.")) {
                    replays.incrementAndGet();
                }
                message.next();
            });
            for (var i = 2; i <= 6; i++) {
                service.newCourse();
                var count = i;
                streams.forEach(stream -> stream.await(count));
            }
            Await.until(
                    "two heartbeats each",
                    () -> streams.stream()
                            .allMatch(stream ->
                                    stream.lines().stream().filter(":"::equals).count() >= 2));
            // Far fewer than one for each stream and event; each gateway of the tests follows the sources for itself.
            assertThat(replays.get()).isLessThan(60);
        } finally {
            streams.forEach(EventStreamClient::close);
        }
    }

    @Test
    void a_client_that_stops_reading_is_cut_off(Service service) throws IOException {
        var port = service.startGateway("http", new JsonObject().put("idle-timeout", "600 ms"));
        try (var socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            follow(socket);
            var id = service.newCourse();
            var length = new AtomicInteger(19_000);
            Await.until("the connection is closed", () -> {
                IntStream.range(0, 20).forEach(number -> describe(service, id, length.incrementAndGet() % 20_000));
                return isClosed(socket);
            });
        }
        // So that they do not reach the streams of other tests.
        EventPages.awaitPublication(service);
    }

    /** The text has no words, because PostgreSQL takes 60 ms to make so long a word searchable. */
    private static void describe(Service service, String id, int length) {
        service.admin()
                .patch(
                        "/v1/courses/%s/".formatted(id),
                        Document.of("courses", id).attribute("course_description", "\u2026".repeat(length)))
                .expectStatus(200);
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.getOutputStream().write('G');
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    /** With the clients' ends of the connections, which are in this JVM, too. */
    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static Socket follow(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        follow(socket);
        readUntil(socket, "id: ");
        return socket;
    }

    private static void follow(Socket socket) throws IOException {
        socket.getOutputStream().write(FOLLOW.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static void readUntil(Socket socket, String beginning) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 512);
        var line = lines.readLine();
        while (!line.startsWith(beginning)) {
            line = lines.readLine();
        }
    }

    @Test
    void a_thousand_idle_streams_take_less_than_50_mb_and_all_receive_the_next_event(Service service) throws Exception {
        List<Socket> streams = new ArrayList<>();
        try {
            var port = service.startGateway("http", new JsonObject());
            streams.add(follow(port));
            var before = heap();
            while (streams.size() < FOLLOWERS) {
                streams.add(follow(port));
            }
            assertThat(heap() - before).isLessThan(LIMIT);
            service.newCourse();
            for (var stream : streams) {
                readUntil(stream, "event: dev.registrar.courses.created");
            }
        } finally {
            for (var stream : streams) {
                stream.close();
            }
        }
    }
}
