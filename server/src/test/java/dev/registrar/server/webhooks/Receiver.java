package dev.registrar.server.webhooks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;

/** An HTTP server that receives signed requests, and responds as a test says. */
public final class Receiver implements AutoCloseable {

    /**
     * A request as it arrived.
     *
     * @param status what the receiver responded
     */
    public record Delivery(String path, Map<String, List<String>> headers, String body, int status) {
        public String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().get(0))
                    .findFirst()
                    .orElseThrow();
        }

        public JsonObject event() {
            return new JsonObject(body);
        }

        public String subject() {
            return event().getString("subject");
        }

        /** What the header {@code webhook-signature} must contain for this key in Base64. */
        public String signatureBy(String key) throws GeneralSecurityException {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            var signed = "%s.%s.%s".formatted(header("webhook-id"), header("webhook-timestamp"), body);
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        }

        /** The name of the course of the event. */
        public String courseName() {
            return event().getJsonObject("data")
                    .getJsonObject("data")
                    .getJsonObject("attributes")
                    .getString("course_name");
        }
    }

    /** How to respond to an event. */
    public interface Behaviour {
        Reaction to(JsonObject event) throws InterruptedException;
    }

    /** A response. */
    public record Reaction(int status, Map<String, String> headers, String body) {
        public static final Reaction OK = of(204);

        public Reaction(int status, Map<String, String> headers) {
            this(status, headers, "");
        }

        public static Reaction of(int status) {
            return new Reaction(status, Map.of());
        }

        /** A decision. */
        public static Reaction json(String body) {
            return new Reaction(200, Map.of("Content-Type", "application/json"), body);
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
    private volatile Behaviour behaviour = event -> Reaction.OK;

    private Receiver(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    public static Receiver start() throws IOException {
        return new Receiver(HttpServer.create(anyPort(), 0));
    }

    /** Starts a server on this port. */
    public static Receiver start(int port) throws IOException {
        return new Receiver(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
    }

    /** Starts a server that speaks TLS. */
    public static Receiver start(SSLContext tls) throws IOException {
        var server = HttpsServer.create(anyPort(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new Receiver(server);
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    public Receiver reacting(Behaviour changed) {
        behaviour = changed;
        return this;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var reaction = behaviour.to(new JsonObject(body));
            deliveries.add(new Delivery(
                    exchange.getRequestURI().getPath(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    body,
                    reaction.status()));
            reaction.headers().forEach(exchange.getResponseHeaders()::set);
            var content = reaction.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reaction.status(), content.length == 0 ? -1 : content.length);
            exchange.getResponseBody().write(content);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All deliveries of a resource, in the order of their arrival. */
    public List<Delivery> of(String subject) {
        return deliveries.stream()
                .filter(delivery -> delivery.subject().equals(subject))
                .toList();
    }

    /** The deliveries of a resource that were accepted. */
    public List<Delivery> accepted(String subject) {
        return of(subject).stream().filter(delivery -> delivery.status() < 300).toList();
    }

    public List<Delivery> all() {
        return List.copyOf(deliveries);
    }

    public String url() {
        return url("http://127.0.0.1");
    }

    /**
     * The URL of this receiver under another name.
     *
     * @param origin without a port
     */
    public String url(String origin) {
        return "%s:%s/hooks?token=urlsecret"
                .formatted(origin, server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
