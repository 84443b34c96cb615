package dev.registrar.gateway.http;

import dev.registrar.gateway.contract.ContractPath;
import dev.registrar.gateway.http.request.OperationHandler;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/**
 * Rejects a request while the limit of its kind is reached: before its caller and body are looked at, so that rejections
 * take little time from the requests in progress, and again when its body has arrived. {@code ForwardToVerticle} counts
 * the requests in progress.
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
        if (limit.isReached()) {
            var error = limit.reject();
            rejections.add(() -> context.fail(error));
        } else {
            context.next();
        }
    }
}
