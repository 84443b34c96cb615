package dev.registrar.gateway.http.request.url;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.gateway.http.proxy.PublicUrl;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/**
 * Rejects a malformed path or query string before the request is routed, and an empty host. The router reads the query string, too,
 * when a path has parameters, and would fail.
 */
public final class RequestUrlHandler implements Handler<RoutingContext> {

    @Override
    public void handle(RoutingContext context) {
        if ("".equals(context.request().getHeader(HttpHeaders.HOST))) {
            context.fail(PublicUrl.hostError().asException());
        } else if (PercentEncoding.decode(context.request().path()).isEmpty()) {
            context.fail(malformed("path"));
        } else if (isMalformed(context.request().query())) {
            context.fail(malformed("query string"));
        } else {
            context.next();
        }
    }

    private static boolean isMalformed(String query) {
        return query != null && PercentEncoding.decode(query).isEmpty();
    }

    static JsonApiException malformed(String part) {
        return MALFORMED_REQUEST
                .because("The %s is not percent-encoded UTF-8, such as %%C3%%A9 for \u00e9.".formatted(part))
                .asException();
    }
}
