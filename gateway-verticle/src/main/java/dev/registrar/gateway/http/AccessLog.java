package dev.registrar.gateway.http;

import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.ResponseObserver;
import dev.registrar.platform.operations.LogText;
import dev.registrar.resource.error.Excerpt;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a line for each response. No query of the URL, because its filters may name people, and no header but {@code
 * User-Agent}, because others contain credentials.
 */
public record AccessLog(Function<HttpServerRequest, String> clientAddressOf) implements ResponseObserver {
    /** A name of its own, so that logback.xml can send these lines elsewhere. */
    private static final Logger LOG = LoggerFactory.getLogger("access");

    private static final int LONGEST_METHOD = 20;
    private static final int LONGEST_VALUE = 256;

    /** The beginning of an absolute URL, as clients of proxies send it. */
    private static final Pattern ORIGIN = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*://[^/]*");

    private static final Map<HttpVersion, String> VERSIONS =
            Map.of(HttpVersion.HTTP_1_0, "1.0", HttpVersion.HTTP_1_1, "1.1", HttpVersion.HTTP_2, "2");

    @Override
    public void observe(HttpServerRequest request, Exchange exchange, boolean isComplete, Duration took) {
        if (LOG.isInfoEnabled()) {
            log(request, exchange.callerName(), isComplete, took);
        }
    }

    /** Logs a line for people and, for JSON, each value under its name in the Elastic Common Schema. */
    private void log(HttpServerRequest request, Optional<String> authenticated, boolean isComplete, Duration took) {
        var client = clientAddressOf.apply(request);
        var caller = authenticated.map(AccessLog::excerpt);
        var method = Excerpt.of(request.method().name(), LONGEST_METHOD);
        var path = excerpt(pathOf(request));
        var version = VERSIONS.get(request.version());
        var status = isComplete ? Optional.of(request.response().getStatusCode()) : Optional.<Integer>empty();
        var bytes = request.response().bytesWritten();
        var agent =
                Optional.ofNullable(request.getHeader(HttpHeaders.USER_AGENT)).map(AccessLog::excerpt);
        LOG.atInfo()
                .addKeyValue("client.ip", client)
                .addKeyValue("user.name", caller.orElse(null))
                .addKeyValue("http.request.method", method)
                .addKeyValue("url.path", path)
                .addKeyValue("http.version", version)
                .addKeyValue("http.response.status_code", status.orElse(null))
                .addKeyValue("http.response.body.bytes", bytes)
                .addKeyValue("event.duration", took.toNanos())
                .addKeyValue("user_agent.original", agent.orElse(null))
                .log("%s %s %s %s %s bytes %s ms %s"
                        .formatted(
                                client,
                                caller.map(LogText::quoted).orElse("-"),
                                LogText.quoted("%s %s HTTP/%s".formatted(method, path, version)),
                                status.map(String::valueOf).orElse("disconnected"),
                                bytes,
                                took.toMillis(),
                                agent.map(LogText::quoted).orElse("-")));
    }

    private static String excerpt(String value) {
        return Excerpt.of(value, LONGEST_VALUE);
    }

    /** Of the URL as it was sent: what cannot be decoded has no path. What is before it may contain a password. */
    private static String pathOf(HttpServerRequest request) {
        return ORIGIN.matcher(request.uri().split("[?#]", 2)[0]).replaceFirst("");
    }
}
