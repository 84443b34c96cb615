package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.scheme.InsufficientScope;
import dev.registrar.gateway.contract.ContractOperation;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Function;

/** Lets a caller do only what the contract's scopes for the operation allow. */
public final class ScopeHandler implements Handler<RoutingContext> {
    private final Function<RoutingContext, ContractOperation> operationOf;

    public ScopeHandler(Function<RoutingContext, ContractOperation> operationOf) {
        this.operationOf = operationOf;
    }

    @Override
    public void handle(RoutingContext context) {
        var needed = operationOf.apply(context).scopes();
        if (Authentication.callerOf(context).scopes().containsAll(needed)) {
            context.next();
        } else {
            Authentication.refuse(context, new InsufficientScope(needed));
        }
    }
}
