package dev.registrar.server.log;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.operations.TraceParent;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The conversion word {@code %request}: the ids of the request and of its trace in brackets, and a space; or nothing.
 */
public final class RequestConverter extends ClassicConverter {
    @Override
    public String convert(ILoggingEvent event) {
        return RequestContext.current().map(RequestConverter::describe).orElse("");
    }

    private static String describe(RequestContext request) {
        var traceId = request.trace().map(TraceParent::traceId).orElse("");
        var ids = Stream.of(request.requestId(), traceId)
                .filter(id -> !id.isEmpty())
                .collect(Collectors.joining(" "));
        return ids.isEmpty() ? "" : "[%s] ".formatted(ids);
    }
}
