package dev.registrar.server.tracing;

import dev.registrar.platform.operations.LaterWork;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.ResourceRequest;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.vertx.core.eventbus.Message;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.spi.tracing.TagExtractor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The name and the attributes of a span, by the semantic conventions of OpenTelemetry. There are only some dozens of
 * names.
 *
 * @param kind who waits for whom
 */
record SpanDescription(String name, SpanKind kind, Attributes attributes) {
    private static final Set<HttpMethod> METHODS = Set.copyOf(HttpMethod.values());
    private static final String OTHER_METHOD = "_OTHER";

    private static final String OWN_ADDRESSES = "registrar.";
    private static final String OTHER_ADDRESS = "other";
    private static final List<String> ACTIONS =
            Stream.of(Action.values()).map(Action::headerValue).toList();

    /** The first words of statements that the service sends; others have none of their own. */
    private static final Set<String> STATEMENTS =
            Set.of("SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "BEGIN", "COMMIT", "ROLLBACK", "SET", "RESET");

    private static final String OTHER_STATEMENT = "SQL";
    private static final int LEAST_SERVER_ERROR = 500;

    static SpanDescription ofRequest(HttpServerRequest request) {
        var method = METHODS.contains(request.method()) ? request.method().name() : OTHER_METHOD;
        return new SpanDescription(
                method,
                SpanKind.SERVER,
                Attributes.builder()
                        .put("http.request.method", method)
                        .put("url.scheme", request.isSSL() ? "https" : "http")
                        .build());
    }

    /** Describes the processing of a message, or of work that a request has left to a process of the service. */
    static SpanDescription ofReceived(Object request) {
        return request instanceof LaterWork work
                ? new SpanDescription(work.name(), SpanKind.CONSUMER, Attributes.empty())
                : ofMessage((Message<?>) request, SpanKind.SERVER);
    }

    private static SpanDescription ofMessage(Message<?> message, SpanKind kind) {
        var address = message.address().startsWith(OWN_ADDRESSES) ? message.address() : OTHER_ADDRESS;
        var action = actionOf(message);
        return new SpanDescription(
                action.map(known -> address + " " + known).orElse(address),
                kind,
                Attributes.builder()
                        .put("messaging.system", "vertx")
                        .put("messaging.destination.name", address)
                        .put("registrar.action", action.orElse(null))
                        .build());
    }

    private static Optional<String> actionOf(Message<?> message) {
        return message.body() instanceof ResourceRequest request
                ? Optional.of(request.action().headerValue())
                : Optional.ofNullable(message.headers().get(ResourceBus.ACTION)).filter(ACTIONS::contains);
    }

    /**
     * Describes a message, an SQL statement or an HTTP request to another service, which alone has a method. Only the
     * tracing SPI of Vert.x tells the text of a statement.
     */
    static <R> SpanDescription ofSent(R request, String method, TagExtractor<R> tags) {
        if (request instanceof Message<?> message) {
            return ofMessage(message, SpanKind.CLIENT);
        }
        return tag("db.statement", request, tags)
                .map(SpanDescription::ofStatement)
                .orElseGet(() -> new SpanDescription(
                        method,
                        SpanKind.CLIENT,
                        Attributes.builder().put("http.request.method", method).build()));
    }

    private static <R> Optional<String> tag(String name, R request, TagExtractor<R> tags) {
        return IntStream.range(0, tags.len(request))
                .filter(index -> tags.name(request, index).equals(name))
                .mapToObj(index -> tags.value(request, index))
                .findFirst();
    }

    private static SpanDescription ofStatement(String sql) {
        var word = sql.strip().split("\\s", 2)[0].toUpperCase(Locale.ROOT);
        var operation = STATEMENTS.contains(word) ? word : OTHER_STATEMENT;
        return new SpanDescription(
                operation,
                SpanKind.CLIENT,
                Attributes.builder()
                        .put("db.system.name", "postgresql")
                        .put("db.operation.name", operation)
                        .build());
    }

    Span start(Tracer tracer, Context parent) {
        return tracer.spanBuilder(name)
                .setParent(parent)
                .setSpanKind(kind)
                .setAllAttributes(attributes)
                .startSpan();
    }

    /** Adds what is known when the response has been sent: the operation of the contract, and the status. */
    static void complete(Span span, HttpServerResponse response, RequestContext request) {
        if (!request.operation().isEmpty()) {
            span.updateName(request.operation()).setAttribute("registrar.operation", request.operation());
        }
        span.setAttribute("registrar.request.id", request.requestId())
                .setAttribute("http.response.status_code", response.getStatusCode());
        if (response.getStatusCode() >= LEAST_SERVER_ERROR) {
            span.setStatus(StatusCode.ERROR);
        }
    }

    /** An error in a reply is the client's, or has its own span. */
    static void addFailure(Span span, Throwable failure) {
        ErrorReply.in(failure)
                .ifPresentOrElse(
                        reply -> span.setAttribute("registrar.status", reply.failureCode()),
                        () -> span.setAttribute("error.type", failure.getClass().getName())
                                .setStatus(StatusCode.ERROR));
    }
}
