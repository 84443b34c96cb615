package dev.registrar.gateway.http.request.url;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.gateway.http.proxy.PublicUrl;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** Rejects a malformed path before the request is routed, and an empty host. */
public final class RequestUrlHandler implements Handler<RoutingContext> {

    @Override
    public void handle(RoutingContext context) {
        if ("".equals(context.request().getHeader(HttpHeaders.HOST))) {
            context.fail(PublicUrl.hostError().asException());
        } else if (PercentEncoding.decode(context.request().path()).isEmpty()) {
            context.fail(malformed("path"));
        } else {
            context.next();
        }
    }

    /**
     * The error of a malformed query string; empty if it can be decoded. The router also reads it when a path has parameters, before
     * any handler, and fails without saying why.
     */
    public static Optional<JsonApiException> queryError(HttpServerRequest request) {
        return Optional.ofNullable(request.query())
                .filter(query -> PercentEncoding.decodeQuery(query).isEmpty())
                .map(query -> malformed("query string"));
    }

    static JsonApiException malformed(String part) {
        return MALFORMED_REQUEST
                .because("The %s is not percent-encoded UTF-8, such as %%C3%%A9 for \u00e9.".formatted(part))
                .asException();
    }
}
