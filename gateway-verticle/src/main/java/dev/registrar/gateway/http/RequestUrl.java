package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Reads the path of a request before anything is routed by it, and refuses one that is not well-formed. */
public final class RequestUrl implements Handler<RoutingContext> {

    @Override
    public void handle(RoutingContext context) {
        if (PercentEncoding.decode(context.request().path()).isEmpty()) {
            context.fail(malformed("path"));
        } else {
            context.next();
        }
    }

    static JsonApiException malformed(String part) {
        return MALFORMED_REQUEST
                .because("The %s is not percent-encoded UTF-8, such as %%C3%%A9 for \u00e9.".formatted(part))
                .asException();
    }
}
