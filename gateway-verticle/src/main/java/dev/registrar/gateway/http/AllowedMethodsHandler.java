package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.METHOD_NOT_ALLOWED;

import dev.registrar.gateway.http.exchange.Responses;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sets the Allow header of a path, responds to OPTIONS, and rejects methods that the path does not support (RFC 9110,
 * 15.5.6). HEAD is supported wherever GET is.
 */
public final class AllowedMethodsHandler implements Handler<RoutingContext> {
    private final Set<HttpMethod> methods;
    private final String allow;

    public AllowedMethodsHandler(Set<HttpMethod> methods) {
        this.methods = new HashSet<>(methods);
        this.methods.add(HttpMethod.OPTIONS);
        if (methods.contains(HttpMethod.GET)) {
            this.methods.add(HttpMethod.HEAD);
        }
        allow = this.methods.stream().map(HttpMethod::name).sorted().collect(Collectors.joining(", "));
    }

    @Override
    public void handle(RoutingContext context) {
        var method = context.request().method();
        context.response().putHeader(HttpHeaders.ALLOW, allow);
        if (method.equals(HttpMethod.OPTIONS)) {
            Responses.sendEmpty(context, 200);
        } else if (methods.contains(method)) {
            context.next();
        } else {
            throw METHOD_NOT_ALLOWED
                    .because("%s is not allowed for this URL; the allowed methods are %s.".formatted(method, allow))
                    .asException();
        }
    }
}
