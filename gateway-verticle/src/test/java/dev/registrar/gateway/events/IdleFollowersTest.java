package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that only wait for events need little memory. */
class IdleFollowersTest {
    private static final int FOLLOWERS = 1000;
    private static final long LIMIT = 50_000_000;

    private static final String FOLLOW = """
            GET /v1/events/?page%5Bafter%5D=latest HTTP/1.1
            Host: localhost
            Authorization: Basic cmVhZGVyOnJlYWRlcg==
            Accept: text/event-stream

            """.replace("\n", "\r\n");

    /** With the clients' ends of the connections, which are in this JVM, too. */
    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static Socket follow(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(FOLLOW.getBytes(StandardCharsets.US_ASCII));
        readUntil(socket, "id: ");
        return socket;
    }

    private static void readUntil(Socket socket, String beginning) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 512);
        var line = lines.readLine();
        while (!line.startsWith(beginning)) {
            line = lines.readLine();
        }
    }

    @Test
    void a_thousand_idle_streams_take_less_than_50_mb_and_all_receive_the_next_event() throws Exception {
        List<Socket> streams = new ArrayList<>();
        try (var service = Service.start()) {
            var port = URI.create(service.url()).getPort();
            streams.add(follow(port));
            var before = heap();
            while (streams.size() < FOLLOWERS) {
                streams.add(follow(port));
            }
            assertThat(heap() - before).isLessThan(LIMIT);
            service.admin()
                    .post("/v1/courses/", course(unique("IDLE"), "Logic"))
                    .expectStatus(201);
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
