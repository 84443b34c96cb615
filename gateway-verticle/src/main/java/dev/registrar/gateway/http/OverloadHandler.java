package dev.registrar.gateway.http;

import dev.registrar.gateway.contract.ContractPath;
import dev.registrar.gateway.http.request.OperationHandler;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/**
 * Rejects a request at once while the limit of its kind is reached, so that rejections take little time from the requests
 * in progress. It does not count requests, because their bodies may still be arriving: {@code ForwardToVerticle} does.
 */
final class OverloadHandler implements Handler<RoutingContext> {
    private final ContractPath path;
    private final ConcurrencyLimits limits;

    OverloadHandler(ContractPath path, ConcurrencyLimits limits) {
        this.path = path;
        this.limits = limits;
    }

    @Override
    public void handle(RoutingContext context) {
        var limit = limits.of(
                path.resourceType(), OperationHandler.operationOf(context).action());
        if (limit.isReached()) {
            context.fail(limit.reject());
        } else {
            context.next();
        }
    }
}
