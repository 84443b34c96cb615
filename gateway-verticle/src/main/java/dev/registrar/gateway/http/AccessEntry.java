package dev.registrar.gateway.http;

import dev.registrar.platform.operations.LogText;
import dev.registrar.resource.error.Excerpt;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * What the access log says about a response. No query of the URL, because its filters may name people, and no header but
 * {@code User-Agent}, because others contain credentials.
 *
 * @param client its IP address
 * @param caller the name of the caller, if the request was authenticated
 * @param version of HTTP
 * @param status empty if the client did not wait for the response
 * @param bytes of the content
 */
record AccessEntry(
        String client,
        Optional<String> caller,
        String method,
        String path,
        String version,
        Optional<Integer> status,
        long bytes,
        Duration took,
        Optional<String> agent) {
    private static final int LONGEST_METHOD = 20;
    private static final int LONGEST_VALUE = 256;

    /** The beginning of an absolute URL, as clients of proxies send it. */
    private static final Pattern ORIGIN = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*://[^/]*");

    static AccessEntry of(
            HttpServerRequest request, String client, Optional<String> caller, boolean isComplete, Duration took) {
        var response = request.response();
        return new AccessEntry(
                client,
                caller.map(AccessEntry::excerpt),
                Excerpt.of(request.method().name(), LONGEST_METHOD),
                excerpt(pathOf(request)),
                request.version() == HttpVersion.HTTP_2
                        ? "2"
                        : request.version() == HttpVersion.HTTP_1_0 ? "1.0" : "1.1",
                isComplete ? Optional.of(response.getStatusCode()) : Optional.empty(),
                response.bytesWritten(),
                took,
                Optional.ofNullable(request.getHeader(HttpHeaders.USER_AGENT)).map(AccessEntry::excerpt));
    }

    private static String excerpt(String value) {
        return Excerpt.of(value, LONGEST_VALUE);
    }

    /** Of the URL as it was sent: what cannot be decoded has no path. What is before it may contain a password. */
    private static String pathOf(HttpServerRequest request) {
        return ORIGIN.matcher(request.uri().split("[?#]", 2)[0]).replaceFirst("");
    }

    /** Logs this entry: its line for people and, for JSON, each value under its name in the Elastic Common Schema. */
    void writeTo(LoggingEventBuilder event) {
        event.addKeyValue("client.ip", client)
                .addKeyValue("user.name", caller.orElse(null))
                .addKeyValue("http.request.method", method)
                .addKeyValue("url.path", path)
                .addKeyValue("http.version", version)
                .addKeyValue("http.response.status_code", status.orElse(null))
                .addKeyValue("http.response.body.bytes", bytes)
                .addKeyValue("event.duration", took.toNanos())
                .addKeyValue("user_agent.original", agent.orElse(null))
                .log(line());
    }

    private String line() {
        return "%s %s %s %s %s bytes %s ms %s"
                .formatted(
                        client,
                        caller.map(LogText::quoted).orElse("-"),
                        LogText.quoted("%s %s HTTP/%s".formatted(method, path, version)),
                        status.map(String::valueOf).orElse("disconnected"),
                        bytes,
                        took.toMillis(),
                        agent.map(LogText::quoted).orElse("-"));
    }
}
