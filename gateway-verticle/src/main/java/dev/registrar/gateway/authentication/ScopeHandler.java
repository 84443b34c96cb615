package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.scheme.InsufficientScope;
import dev.registrar.gateway.contract.ContractOperation;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Function;

/**
 * Requires the scope of the action. The verticle that receives the request requires it too, but only after the body has
 * been read.
 */
public final class ScopeHandler implements Handler<RoutingContext> {
    private final Function<RoutingContext, ContractOperation> operationOf;

    public ScopeHandler(Function<RoutingContext, ContractOperation> operationOf) {
        this.operationOf = operationOf;
    }

    @Override
    public void handle(RoutingContext context) {
        var action = operationOf.apply(context).action();
        if (Authentication.callerOf(context).may(action)) {
            context.next();
        } else {
            Authentication.rejectForScope(context, new InsufficientScope(List.of(action.scope())));
        }
    }
}
