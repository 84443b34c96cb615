package dev.registrar.gateway.http.response;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/**
 * The headers that belong to the content of a response, such as its entity tag. They are added when it is sent, so that an error that is
 * sent instead has none of them.
 */
public final class ContentHeaders {
    private static final String KEY = ContentHeaders.class.getName();

    private ContentHeaders() {}

    /** The headers for the content that will be sent next; can be changed. */
    public static MultiMap of(RoutingContext context) {
        MultiMap headers = context.get(KEY);
        if (headers == null) {
            headers = HttpHeaders.headers();
            context.put(KEY, headers);
        }
        return headers;
    }

    /** Forgets those of content that will not be sent. */
    static void discard(RoutingContext context) {
        context.remove(KEY);
    }

    static void putOn(RoutingContext context) {
        MultiMap headers = context.get(KEY);
        if (headers != null) {
            context.response().headers().addAll(headers);
        }
    }
}
