package dev.registrar.server.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service whose responses are written down before, one after the other for each URL; the last one is repeated. */
final class ServiceStub implements AutoCloseable {
    static final String ID = "5a0c8a6f-6a2f-4d7c-8f0e-0d1f2a3b4c5d";
    static final String IMPORTS = "POST /v1/imports/";
    static final String IMPORT = "GET /v1/imports/%s/".formatted(ID);
    static final String REJECTED_ROWS = "GET /v1/imports/%s/errors/".formatted(ID);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Deque<HttpHandler>> responses = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Request> requests = new ConcurrentLinkedQueue<>();

    /** A request as it arrived. */
    record Request(String line, String query, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    private ServiceStub(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::respond);
        server.start();
    }

    static ServiceStub start() throws IOException {
        return new ServiceStub(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    ServiceStub on(String line, HttpHandler... inOrder) {
        responses.put(line, new ArrayDeque<>(List.of(inOrder)));
        return this;
    }

    /** Accepts a file, which is imported when it is asked for. */
    ServiceStub acceptingImport(HttpHandler... states) {
        return on(IMPORTS, received(202, "", anImport("waiting", 0, 0))).on(IMPORT, states);
    }

    /** An import of ten rows, or as many as are read when it has ended. */
    static String anImport(String state, int read, int rejected) {
        return """
                {"data": {"type": "imports", "id": "%s", "attributes": {"state": "%s", "progress": %s, "reason": %s, "rows":
                {"read": %s, "created": %s, "updated": 0, "unchanged": 0, "rejected": %s}}}}""".formatted(
                        ID,
                        state,
                        state.equals("running") ? read / 10.0 : 1,
                        state.equals("failed") ? "\"Line 3 is rejected.\"" : null,
                        read,
                        read - rejected,
                        rejected);
    }

    static HttpHandler state(String state, int read, int rejected) {
        return received(200, "0", anImport(state, read, rejected));
    }

    /** Reads the whole request, then responds. */
    static HttpHandler received(int status, String retryAfter, String body) {
        return exchange -> {
            if (!retryAfter.isEmpty()) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            var bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    static HttpHandler error(int status, String retryAfter, String title, String detail, String parameter) {
        return received(status, retryAfter, """
                {"errors": [{"status": "%s", "title": "%s", "detail": "%s", "source": {"parameter": "%s"}}]}""".formatted(status, title, detail, parameter));
    }

    /** Sends rows, and closes the connection before the end. */
    static HttpHandler cutAfter(String rows) {
        return exchange -> {
            var part = rows.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, part.length + 1);
            exchange.getResponseBody().write(part);
        };
    }

    /** Closes the connection without a response. */
    static HttpHandler lost() {
        return exchange -> {
            throw new IOException("lost");
        };
    }

    private void respond(HttpExchange exchange) throws IOException {
        var uri = exchange.getRequestURI();
        var line = "%s %s".formatted(exchange.getRequestMethod(), uri.getPath());
        var inOrder = responses.get(line);
        HttpHandler next;
        synchronized (inOrder) {
            next = inOrder.size() > 1 ? inOrder.remove() : inOrder.element();
        }
        try (exchange) {
            var body = next instanceof Unread
                    ? ""
                    : new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            requests.add(new Request(line, uri.getQuery(), Map.copyOf(exchange.getRequestHeaders()), body));
            next.handle(exchange);
        }
    }

    /** Responds before it has read the body. */
    record Unread(HttpHandler response) implements HttpHandler {
        @Override
        public void handle(HttpExchange exchange) throws IOException {
            response.handle(exchange);
            exchange.getResponseBody().flush();
            var unused = exchange.getRequestBody().readAllBytes();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
