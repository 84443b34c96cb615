package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.METHOD_NOT_ALLOWED;

import dev.registrar.gateway.contract.ContractOperation;
import dev.registrar.gateway.contract.ContractPath;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;

/** Finds the operation for the request's method, answers OPTIONS, and refuses methods that the path does not have. */
final class MethodGate implements Handler<RoutingContext> {
    private static final String OPERATION = ContractOperation.class.getName();

    private final ContractPath path;

    MethodGate(ContractPath path) {
        this.path = path;
    }

    @Override
    public void handle(RoutingContext context) {
        var method = context.request().method();
        context.response().putHeader(HttpHeaders.ALLOW, path.allow());
        var operation = path.operation(method);
        if (operation.isPresent()) {
            context.put(OPERATION, operation.get());
            context.next();
        } else if (method.equals(HttpMethod.OPTIONS)) {
            Answer.empty(context, 200);
        } else {
            context.fail(METHOD_NOT_ALLOWED
                    .because("%s is not allowed here; allowed are %s.".formatted(method, path.allow()))
                    .asException());
        }
    }

    static ContractOperation operationOf(RoutingContext context) {
        return context.get(OPERATION);
    }
}
