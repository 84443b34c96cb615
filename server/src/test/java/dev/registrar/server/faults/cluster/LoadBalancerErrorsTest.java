package dev.registrar.server.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.registrar.server.faults.cluster.node.Host;
import dev.registrar.server.faults.cluster.node.LoadBalancer;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.JsonApiSchema;
import dev.registrar.testing.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors of the load balancer itself, which clients get while no node responds. */
@NeedsLoadBalancer
class LoadBalancerErrorsTest {
    private static final List<Host> NO_NODES =
            List.of(Host.local("127.0.7.2"), Host.local("127.0.7.3"), Host.local("127.0.7.4"));

    private static HttpResponse<String> get(LoadBalancer loadBalancer, String requestId) {
        var request = HttpRequest.newBuilder(URI.create(loadBalancer.url() + "/v1/courses/"))
                .header("X-Request-Id", requestId)
                .build();
        try {
            return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        } catch (IOException notListening) {
            return null;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static LoadBalancer withoutNodes(Path directory) {
        var loadBalancer = LoadBalancer.start("127.0.7.1", NO_NODES, directory.resolve("haproxy.log"));
        Await.until("the load balancer listens", () -> get(loadBalancer, "portal-17") != null);
        return loadBalancer;
    }

    @Test
    void an_error_of_the_load_balancer_has_the_request_id_of_the_client_or_one_of_its_own(@TempDir Path directory) {
        try (var loadBalancer = withoutNodes(directory)) {
            expectId(get(loadBalancer, "portal-17"), "portal-17");
            expectId(get(loadBalancer, "not \"valid\""), "[0-9a-f-]{36}");
        }
    }

    @Test
    void a_node_is_chosen_only_when_the_body_has_arrived(@TempDir Path directory) throws IOException {
        try (var loadBalancer = withoutNodes(directory);
                var slow = connect(loadBalancer)) {
            send(slow, "POST /v1/courses/ HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{\"da");
            assertThat(get(loadBalancer, "later").statusCode()).isEqualTo(503);
            assertThat(slow.getInputStream().available()).isZero();
            send(slow, "ta\":1");
            assertThat(new String(slow.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
                    .isEqualTo("HTTP/1.1 503");
        }
    }

    @Test
    void a_body_that_does_not_arrive_in_time_is_408_with_a_document(@TempDir Path directory) throws IOException {
        try (var loadBalancer = withoutNodes(directory);
                var slow = connect(loadBalancer)) {
            send(slow, "POST /v1/courses/ HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{\"da");
            var response = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(response).startsWith("HTTP/1.1 408").contains("content-type: application/vnd.api+json\r\n");
            var body = response.substring(response.indexOf("\r\n\r\n"));
            JsonApiSchema.expectValid(Response.parse(body, "The error of the load balancer"), body);
        }
    }

    /** HAProxy by itself would cut the second connection off, which a browser takes for a request to send again. */
    @Test
    void each_request_that_a_killed_node_was_processing_gets_502_and_a_line_in_the_log(@TempDir Path directory)
            throws IOException {
        try (var node = new KilledNode("127.0.7.5");
                var loadBalancer = LoadBalancer.start(
                        "127.0.7.6",
                        List.of(Host.local("127.0.7.5"), NO_NODES.get(1), NO_NODES.get(2)),
                        directory.resolve("haproxy.log"))) {
            Await.until("the load balancer uses only the node", () -> loadBalancer.isDown(2) && loadBalancer.isDown(3));
            try (var client = connect(loadBalancer)) {
                send(client, "POST /v1/courses/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
                assertThat(new String(client.getInputStream().readNBytes(KilledNode.RESPONSE), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 204");
                send(client, "POST /v1/courses/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
                assertThat(new String(client.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
                        .isEqualTo("HTTP/1.1 502");
            }
            assertThat(node.requests()).isEqualTo(2);
            Await.until("the loss is logged", () -> loadBalancer.log().contains(" nodes/node-1 0/0/0/-1/"));
        }
    }

    private static Socket connect(LoadBalancer loadBalancer) throws IOException {
        var url = URI.create(loadBalancer.url());
        return new Socket(url.getHost(), url.getPort());
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void expectId(HttpResponse<String> response, String pattern) {
        assertThat(response.statusCode()).isEqualTo(503);
        var document = Response.parse(response.body(), "The error of the load balancer");
        JsonApiSchema.expectValid(document, response.body());
        var id = document.at("/errors/0/id").asText();
        assertThat(id).matches(pattern);
        assertThat(response.headers().firstValue("X-Request-Id")).contains(id);
    }

    /** Looks to a load balancer like a node that responds to its first request, and is killed while it processes the second one. */
    private static final class KilledNode implements AutoCloseable {
        private static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

        /** The length of its response. */
        static final int RESPONSE = NO_CONTENT.length();

        private final ServerSocket api;
        private final HttpServer operations;
        private final AtomicInteger requests = new AtomicInteger();

        KilledNode(String address) throws IOException {
            api = new ServerSocket(8080, 5, InetAddress.getByName(address));
            operations = HttpServer.create(new InetSocketAddress(address, 8081), 5);
            operations.createContext("/ready", request -> request.sendResponseHeaders(200, -1));
            operations.start();
            new Thread(this::serve, "killed node").start();
        }

        private void serve() {
            try {
                while (true) {
                    var connection = api.accept();
                    new Thread(() -> respondOnceIn(connection), "connection of a killed node").start();
                }
            } catch (IOException closed) {
                // The test is over.
            }
        }

        /** The kernel resets the connections of a process that was killed. */
        private void respondOnceIn(Socket connection) {
            try (connection) {
                awaitRequest(connection.getInputStream());
                while (requests.getAndIncrement() == 0) {
                    connection.getOutputStream().write(NO_CONTENT.getBytes(StandardCharsets.US_ASCII));
                    awaitRequest(connection.getInputStream());
                }
                connection.setSoLinger(true, 0);
            } catch (IOException closed) {
                // By the load balancer.
            }
        }

        private static void awaitRequest(InputStream connection) throws IOException {
            var read = new StringBuilder();
            while (!read.toString().endsWith("{}")) {
                var next = connection.read();
                if (next < 0) {
                    throw new IOException("The connection has ended");
                }
                read.append((char) next);
            }
        }

        /** How many requests it has received. */
        int requests() {
            return requests.get();
        }

        @Override
        public void close() throws IOException {
            operations.stop(0);
            api.close();
        }
    }
}
