package dev.registrar.gateway.http;

import dev.registrar.gateway.contract.ContractPath;
import dev.registrar.gateway.http.request.OperationHandler;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/**
 * Rejects a request before its caller and body are looked at while the limit of its kind is reached, so that rejections
 * take little time from the requests in progress. It does not count requests, because their bodies may still be
 * arriving: {@code ForwardToVerticle} does, and rejects those whose bodies arrive after the limit is reached.
 */
final class OverloadHandler implements Handler<RoutingContext> {
    private final ContractPath path;
    private final ConcurrencyLimits limits;
    private final PacedRejections rejections;

    OverloadHandler(ContractPath path, ConcurrencyLimits limits, PacedRejections rejections) {
        this.path = path;
        this.limits = limits;
        this.rejections = rejections;
    }

    @Override
    public void handle(RoutingContext context) {
        var limit = limits.of(
                path.resourceType(), OperationHandler.operationOf(context).action());
        if (!rejections.rejects(context, limit)) {
            context.next();
        }
    }
}
