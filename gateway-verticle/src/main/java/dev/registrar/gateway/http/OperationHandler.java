package dev.registrar.gateway.http;

import dev.registrar.gateway.contract.Contract.ContractPath;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.platform.operations.RequestContext;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Finds the operation of the contract for the request's method, if the path supports it. */
final class OperationHandler implements Handler<RoutingContext> {
    private final ContractPath path;
    private final AllowedMethodsHandler methods;

    OperationHandler(ContractPath path) {
        this.path = path;
        methods = new AllowedMethodsHandler(path.operations().keySet());
    }

    @Override
    public void handle(RoutingContext context) {
        if (methods.admits(context)) {
            var operation = path.operation(context.request().method());
            Exchange.of(context).setOperation(operation);
            RequestContext.begin().setOperation(operation.id());
            context.next();
        }
    }
}
