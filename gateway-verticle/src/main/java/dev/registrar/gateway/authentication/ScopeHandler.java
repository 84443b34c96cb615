package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.scheme.InsufficientScope;
import dev.registrar.gateway.contract.ContractOperation;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Function;

/** Requires the scopes of the operation in the contract. */
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
            Authentication.rejectForScope(context, new InsufficientScope(needed));
        }
    }
}
