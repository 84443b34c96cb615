package dev.registrar.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.registrar.platform.operations.RequestContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/**
 * A log event as a JSON object in one line, by the Elastic Common Schema (ECS Logging). Not by logback's {@code
 * JsonEncoder}: that one has its own names, such as {@code timestamp} and {@code kvpList}, which cannot be changed, and
 * knows neither the request nor its trace.
 */
final class JsonLine {
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private static final String ECS_VERSION = "8.11.0";

    private JsonLine() {}

    static byte[] of(ILoggingEvent event) {
        var line = new ByteArrayOutputStream();
        try (var out = JSON.createGenerator(line)) {
            out.writeStartObject();
            writeEvent(out, event);
            writeRequest(out);
            writeValues(out, event.getKeyValuePairs());
            writeError(out, event.getThrowableProxy());
            out.writeEndObject();
            out.writeRaw('\n');
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return line.toByteArray();
    }

    /** The first three in the order that ECS Logging recommends. */
    private static void writeEvent(JsonGenerator out, ILoggingEvent event) throws IOException {
        out.writeStringField(
                "@timestamp", event.getInstant().truncatedTo(ChronoUnit.MILLIS).toString());
        out.writeStringField("log.level", event.getLevel().toString());
        out.writeStringField("message", event.getFormattedMessage());
        out.writeStringField("ecs.version", ECS_VERSION);
        out.writeStringField("service.name", "registrar");
        out.writeStringField("log.logger", event.getLoggerName());
        out.writeStringField("process.thread.name", event.getThreadName());
    }

    private static void writeRequest(JsonGenerator out) throws IOException {
        var request = RequestContext.current();
        if (request.isPresent() && !request.get().requestId().isEmpty()) {
            out.writeStringField("http.request.id", request.get().requestId());
        }
        var trace = request.flatMap(RequestContext::trace);
        if (trace.isPresent()) {
            out.writeStringField("trace.id", trace.get().traceId());
            out.writeStringField("span.id", trace.get().spanId());
        }
    }

    private static void writeValues(JsonGenerator out, List<KeyValuePair> values) throws IOException {
        if (values != null) {
            for (var value : values) {
                writeValue(out, value);
            }
        }
    }

    private static void writeValue(JsonGenerator out, KeyValuePair value) throws IOException {
        if (value.value instanceof Number number) {
            out.writeNumberField(value.key, number.longValue());
        } else if (value.value != null) {
            out.writeStringField(value.key, value.value.toString());
        }
    }

    private static void writeError(JsonGenerator out, IThrowableProxy error) throws IOException {
        if (error != null) {
            out.writeStringField("error.type", error.getClassName());
            out.writeStringField("error.message", error.getMessage());
            out.writeStringField("error.stack_trace", ThrowableProxyUtil.asString(error));
        }
    }
}
