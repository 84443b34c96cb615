package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the URL of a request before anything is routed by it, and refuses one that is not well-formed. */
public final class RequestUrl implements Handler<RoutingContext> {
    private static final String QUERY = RequestUrl.class.getName();

    @Override
    public void handle(RoutingContext context) {
        if (PercentEncoding.decode(context.request().path()).isEmpty()) {
            context.fail(malformed("path"));
            return;
        }
        context.put(QUERY, parse(context.request().query()));
        context.next();
    }

    /** The query parameters, decoded, each with all values that the client sent. */
    static Map<String, List<String>> queryOf(RoutingContext context) {
        return context.get(QUERY);
    }

    private static Map<String, List<String>> parse(String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        if (query == null) {
            return parameters;
        }
        for (var parameter : query.split("&", -1)) {
            if (!parameter.isEmpty()) {
                var equals = parameter.indexOf('=');
                var name = decode(equals < 0 ? parameter : parameter.substring(0, equals));
                var value = equals < 0 ? "" : decode(parameter.substring(equals + 1));
                parameters.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
            }
        }
        return parameters;
    }

    private static String decode(String encoded) {
        return PercentEncoding.decodeQuery(encoded).orElseThrow(() -> malformed("query string"));
    }

    private static JsonApiException malformed(String part) {
        return MALFORMED_REQUEST
                .because("The %s is not percent-encoded UTF-8, such as %%C3%%A9 for \u00e9.".formatted(part))
                .asException();
    }
}
