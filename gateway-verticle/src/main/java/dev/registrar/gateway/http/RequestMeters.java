package dev.registrar.gateway.http;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.contract.Contract.ContractOperation;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.ResponseObserver;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.resource.error.ErrorCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Measures every request, by operation and status, and counts errors by code. What a client sends is never the value of
 * a label. Belongs to one event loop.
 */
public final class RequestMeters implements ResponseObserver {
    /** The operation of a request that is none of the contract's, such as one of the documentation. */
    private static final String OTHER = "other";

    /** The operation of a request for a file, which takes as long as its client reads. */
    private static final String EXPORT = "export";

    /** The status of a response that its client did not wait for. */
    private static final String DISCONNECTED = "disconnected";

    private final NodeMetrics metrics;
    private final Map<String, Map<HttpMethod, String>> otherOperations;
    private final Map<String, Map<String, Timer>> timers = new HashMap<>();
    private final Map<ErrorCode, Counter> errors = new EnumMap<>(ErrorCode.class);

    /** Registers the counters of all errors at once, so that each exists from the start with the value 0. */
    public RequestMeters(NodeMetrics metrics, Contract contract) {
        this.metrics = metrics;
        otherOperations = contract.otherOperations();
        for (var code : ErrorCode.values()) {
            errors.put(
                    code,
                    metrics.counter(
                            "registrar.http.errors", "Responses with an error, by its code", "code", code.code()));
        }
    }

    @Override
    public void observe(HttpServerRequest request, Exchange exchange, boolean isComplete, Duration took) {
        var operation = exchange.format().isPresent()
                ? EXPORT
                : exchange.operation().map(ContractOperation::id).orElseGet(() -> otherOperationOf(request));
        var status = isComplete ? Integer.toString(request.response().getStatusCode()) : DISCONNECTED;
        timers.computeIfAbsent(operation, first -> new HashMap<>())
                .computeIfAbsent(status, first -> timer(operation, status))
                .record(took);
        exchange.errorCode().ifPresent(code -> errors.get(code).increment());
    }

    private String otherOperationOf(HttpServerRequest request) {
        var path = request.path();
        var method = request.method().equals(HttpMethod.HEAD) ? HttpMethod.GET : request.method();
        return path == null
                ? OTHER
                : otherOperations
                        .getOrDefault(path.endsWith("/") ? path.substring(0, path.length() - 1) : path, Map.of())
                        .getOrDefault(method, OTHER);
    }

    private Timer timer(String operation, String status) {
        return metrics.timer(
                "registrar.http.requests",
                "Time from the head of a request until its response has been written",
                "operation",
                operation,
                "status",
                status);
    }
}
