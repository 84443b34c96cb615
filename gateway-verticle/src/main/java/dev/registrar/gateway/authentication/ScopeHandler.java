package dev.registrar.gateway.authentication;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Function;

/**
 * Requires the scopes of the operation. The verticle that receives the request requires them too, but only after the body has
 * been read.
 */
public final class ScopeHandler implements Handler<RoutingContext> {
    private final Function<RoutingContext, List<String>> scopesOf;

    public ScopeHandler(Function<RoutingContext, List<String>> scopesOf) {
        this.scopesOf = scopesOf;
    }

    @Override
    public void handle(RoutingContext context) {
        var needed = scopesOf.apply(context);
        if (Authentication.callerOf(context).scopes().containsAll(needed)) {
            context.next();
        } else {
            Authentication.failForScopes(context, needed);
        }
    }
}
