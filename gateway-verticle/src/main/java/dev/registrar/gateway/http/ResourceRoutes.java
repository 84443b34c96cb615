package dev.registrar.gateway.http;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.contract.Contract.ContractPath;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.MediaTypeHandler;
import dev.registrar.gateway.http.exchange.RequestBodyHandler;
import dev.registrar.gateway.http.exchange.RequestUrl;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.http.transfer.ImportUpload;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BodyReaders;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.bus.RequestLimits;
import dev.registrar.resource.bus.ResourceClient;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Handler;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates a route for each path of the contract; {@link #steps} lists the steps of a request. The contract is public,
 * so anyone may learn that a path or method does not exist; everything else is revealed only to authorized callers.
 */
public final class ResourceRoutes {
    private final ResourceClient verticles;
    private final Authentication authentication;
    private final HttpSettings settings;
    private final BodyReaders bodies;
    private final RequestBodyHandler body;
    private final Counter rejected;
    private final MediaTypeHandler documents = new MediaTypeHandler();
    private final MediaTypeHandler documentsOrFiles = new MediaTypeHandler(FileFormat.MEDIA_TYPES);

    /** By resource type. */
    private final Map<String, RequestLimits> limits = new HashMap<>();

    public ResourceRoutes(
            ResourceClient verticles,
            BodyReaders bodies,
            Authentication authentication,
            HttpSettings settings,
            RequestBodyHandler body,
            Counter rejected) {
        this.verticles = verticles;
        this.bodies = bodies;
        this.authentication = authentication;
        this.settings = settings;
        this.body = body;
        this.rejected = rejected;
    }

    public void mount(Router router, Contract contract) {
        var uploads = new ImportUpload(verticles, contract.changeableTypes());
        for (var path : contract.paths()) {
            steps(path, uploads).forEach(router.route(path.route())::handler);
        }
    }

    /**
     * The steps of a request for a resource, after those of {@code GatewayVerticle}. Until the caller is known to have
     * the scope, a step reveals only what the contract says; the body is read last, so that only a valid request uses
     * memory.
     */
    private List<Handler<RoutingContext>> steps(ContractPath path, ImportUpload uploads) {
        return List.of(
                new AllowedMethodsHandler(path.operations().keySet()),
                context -> beginOperation(context, path),
                authentication.requiring(
                        exchange -> exchange.operation().orElseThrow().scopes()),
                RequestUrl::readQuery,
                this::negotiate,
                this::readBody,
                new ForwardToVerticle(path, verticles, uploads, limitsOf(path), settings.publicUrlOfRequest(), bodies));
    }

    private static void beginOperation(RoutingContext context, ContractPath path) {
        var operation = path.operation(context.request().method());
        Exchange.of(context).setOperation(operation);
        RequestContext.begin().setOperation(operation.id());
        context.next();
    }

    /** A collection can be read as a file, too. */
    private void negotiate(RoutingContext context) {
        var isCollection = Exchange.of(context).operation().orElseThrow().takesCursors();
        (isCollection ? documentsOrFiles : documents).handle(context);
    }

    /** A file is sent on while it arrives. */
    private void readBody(RoutingContext context) {
        if (Exchange.of(context).operation().orElseThrow().action() == Action.IMPORT) {
            context.next();
        } else {
            body.handle(context);
        }
    }

    private RequestLimits limitsOf(ContractPath path) {
        return limits.computeIfAbsent(
                path.resourceType(), first -> new RequestLimits(settings.maxInFlight(), rejected));
    }
}
