package dev.registrar.gateway.http.response;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.gateway.contract.Contract;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Responds to unknown paths, and names the collections and the documentation. */
public final class UnknownPathHandler implements Handler<RoutingContext> {
    private final String entryPoints;

    /**
     * Creates the handler.
     *
     * @param documentation the path of the documentation
     */
    public UnknownPathHandler(Contract contract, String documentation) {
        entryPoints = "the collections are %s; the documentation is at %s"
                .formatted(String.join(", ", contract.collections().values()), documentation);
    }

    @Override
    public void handle(RoutingContext context) {
        context.fail(NOT_FOUND
                .because("There is nothing at %s; %s."
                        .formatted(context.request().path(), entryPoints))
                .asException());
    }
}
