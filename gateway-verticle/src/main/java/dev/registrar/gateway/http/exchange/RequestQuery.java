package dev.registrar.gateway.http.exchange;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses the query string of a request, and rejects a malformed one. */
public final class RequestQuery implements Handler<RoutingContext> {
    @Override
    public void handle(RoutingContext context) {
        Exchange.of(context).setQuery(read(context));
        context.next();
    }

    /** The decoded query parameters, each with all values that the client has sent. */
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
        return PercentEncoding.decodeQuery(encoded).orElseThrow(() -> PercentEncoding.malformed("query string"));
    }

    /**
     * The error of a malformed query string; empty if it can be decoded. The router also reads it when a path has
     * parameters, before any handler, and fails without saying why.
     */
    static Optional<JsonApiException> error(HttpServerRequest request) {
        return Optional.ofNullable(request.query())
                .filter(query -> PercentEncoding.decodeQuery(query).isEmpty())
                .map(query -> PercentEncoding.malformed("query string"));
    }
}
