package dev.registrar.gateway.http.request;

import dev.registrar.gateway.contract.Contract.ContractOperation;
import dev.registrar.gateway.contract.Contract.ContractPath;
import dev.registrar.resource.operations.RequestContext;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Finds the operation of the contract for the request's method, which the path supports. */
public final class OperationHandler implements Handler<RoutingContext> {
    private static final String OPERATION = ContractOperation.class.getName();

    private final ContractPath path;

    public OperationHandler(ContractPath path) {
        this.path = path;
    }

    @Override
    public void handle(RoutingContext context) {
        var operation = path.operation(context.request().method());
        context.put(OPERATION, operation);
        RequestContext.begin().setOperation(operation.id());
        context.next();
    }

    public static ContractOperation operationOf(RoutingContext context) {
        return context.get(OPERATION);
    }

    /** Whether the request has a JSON:API document; false at a URL that does not belong to a resource type. */
    public static boolean takesDocument(RoutingContext context) {
        var operation = operationOf(context);
        return operation != null && operation.action().takesDocument();
    }
}
