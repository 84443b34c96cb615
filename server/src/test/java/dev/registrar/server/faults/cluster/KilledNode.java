package dev.registrar.server.faults.cluster;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks to a load balancer like a node that responds to its first request, and is killed while it processes the second one. */
final class KilledNode implements AutoCloseable {
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
