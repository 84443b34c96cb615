package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.scheme.InsufficientScope;
import dev.registrar.resource.bus.Action;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Function;

/**
 * Requires the scope of the action. The verticle that receives the request requires it too, but only after the body has
 * been read.
 */
public final class ScopeHandler implements Handler<RoutingContext> {
    private final Function<RoutingContext, Action> actionOf;

    public ScopeHandler(Function<RoutingContext, Action> actionOf) {
        this.actionOf = actionOf;
    }

    @Override
    public void handle(RoutingContext context) {
        var action = actionOf.apply(context);
        if (Authentication.callerOf(context).may(action)) {
            context.next();
        } else {
            Authentication.rejectForScope(context, new InsufficientScope(List.of(action.scope())));
        }
    }
}
