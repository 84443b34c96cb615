package dev.registrar.gateway.http.request.url;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses the query string of a request, and rejects a malformed one. */
public final class RequestQuery implements Handler<RoutingContext> {
    private static final String QUERY = RequestQuery.class.getName();

    @Override
    public void handle(RoutingContext context) {
        context.put(QUERY, read(context));
        context.next();
    }

    /** The decoded query parameters, each with all values that the client sent. */
    public static Map<String, List<String>> of(RoutingContext context) {
        return context.get(QUERY);
    }

    /** Like {@link #of}, for routes without this handler. */
    public static Map<String, List<String>> read(RoutingContext context) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        var query = context.request().query();
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
        return PercentEncoding.decodeQuery(encoded).orElseThrow(() -> RequestUrlHandler.malformed("query string"));
    }
}
