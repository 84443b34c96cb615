package dev.registrar.gateway.http.request;

import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.operations.RequestContext;
import io.vertx.ext.web.RoutingContext;
import java.util.UUID;

/** The id of a request in its response, its errors and the log. A caller may choose it. */
public final class RequestId {
    public static final String HEADER = "X-Request-Id";

    private static final String KEY = RequestId.class.getName();

    private RequestId() {}

    public static void assign(RoutingContext context) {
        var given = context.request().headers().getAll(HEADER);
        var id = given.size() == 1 && ResourceRequest.isRequestId(given.get(0))
                ? given.get(0)
                : UUID.randomUUID().toString();
        context.put(KEY, id);
        var request = RequestContext.begin();
        request.setRequestId(id);
        request.readTrace(context.request().headers());
        context.response().putHeader(HEADER, id);
    }

    /** Generates the id of a request that cannot be routed. */
    public static String generate() {
        var id = UUID.randomUUID().toString();
        RequestContext.begin().setRequestId(id);
        return id;
    }

    public static String of(RoutingContext context) {
        return context.<String>get(KEY, "");
    }
}
