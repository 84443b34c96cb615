package dev.registrar.server.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.FreePorts;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** A collector of OpenTelemetry traces: OTLP over HTTP, with Protocol Buffers. */
final class Collector implements AutoCloseable {
    private final Queue<ExportTraceServiceRequest> received = new ConcurrentLinkedQueue<>();
    private final Queue<String> credentials = new ConcurrentLinkedQueue<>();
    private final AtomicInteger lost = new AtomicInteger();
    private final HttpServer server;
    private volatile boolean isReady;

    private Collector(HttpServer server, boolean isReady) {
        this.server = server;
        this.isReady = isReady;
        server.createContext("/v1/traces", this::receive);
        server.start();
    }

    static Collector start() throws IOException {
        return new Collector(serverOn(FreePorts.next()), true);
    }

    /** Starts a collector that does not accept spans before it is ready. */
    static Collector startNotReady(int port) throws IOException {
        return new Collector(serverOn(port), false);
    }

    private static HttpServer serverOn(int port) throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    }

    void becomeReady() {
        isReady = true;
    }

    /** How many times it was sent spans that it did not accept. */
    int lost() {
        return lost.get();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!isReady) {
                lost.incrementAndGet();
                exchange.sendResponseHeaders(400, -1);
                return;
            }
            var body = new GZIPInputStream(exchange.getRequestBody());
            received.add(ExportTraceServiceRequest.parseFrom(body));
            credentials.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    /** The values of the header {@code Authorization}. */
    List<String> credentials() {
        return List.copyOf(credentials);
    }

    /** The attributes of the nodes that have sent spans. */
    List<Map<String, String>> nodes() {
        return received.stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .map(ResourceSpans::getResource)
                .map(resource -> attributes(resource.getAttributesList()))
                .distinct()
                .toList();
    }

    List<Span> spans() {
        return received.stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .flatMap(spans -> spans.getScopeSpansList().stream())
                .flatMap(spans -> spans.getSpansList().stream())
                .toList();
    }

    /** Waits until the span of the HTTP request with this id, which is the last one to end, has arrived. */
    Span awaitRequest(String requestId) {
        Await.until("the trace of " + requestId, () -> requestsOf(requestId).size() == 1);
        return requestsOf(requestId).get(0);
    }

    private List<Span> requestsOf(String requestId) {
        return spans().stream()
                .filter(span ->
                        requestId.equals(attributes(span.getAttributesList()).get("registrar.request.id")))
                .toList();
    }

    /** The spans of a trace. */
    List<Span> trace(Span span) {
        return trace(hex(span.getTraceId()));
    }

    /** The spans of a trace with this id. */
    List<Span> trace(String id) {
        return spans().stream()
                .filter(span -> hex(span.getTraceId()).equals(id))
                .toList();
    }

    /** Waits for the span of a trace that has this name and kind. */
    Span await(String trace, String name, Span.SpanKind kind) {
        Await.until(
                "the span %s of the trace %s".formatted(name, trace),
                () -> find(trace, name, kind).isPresent());
        return find(trace, name, kind).orElseThrow();
    }

    private Optional<Span> find(String trace, String name, Span.SpanKind kind) {
        return trace(trace).stream()
                .filter(span -> span.getName().equals(name) && span.getKind() == kind)
                .findFirst();
    }

    /** The {@code service.instance.id} of the node that has made a span. */
    String nodeOf(Span span) {
        return received.stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .filter(spans -> spans.getScopeSpansList().stream()
                        .anyMatch(scope -> scope.getSpansList().contains(span)))
                .map(spans ->
                        attributes(spans.getResource().getAttributesList()).get("service.instance.id"))
                .findFirst()
                .orElseThrow();
    }

    static String hex(com.google.protobuf.ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        attribute -> attribute.getValue().hasIntValue()
                                ? Long.toString(attribute.getValue().getIntValue())
                                : attribute.getValue().getStringValue()));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
