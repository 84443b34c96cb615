package dev.registrar.gateway.http;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.contract.ContractPath;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.Json;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Sends the request to the verticle of its resource type, and the verticle's bytes to the client. */
final class ForwardToVerticle implements Handler<RoutingContext> {
    private final ContractPath path;
    private final ResourceClient verticles;
    private final PublicUrl publicUrl;

    ForwardToVerticle(ContractPath path, ResourceClient verticles, PublicUrl publicUrl) {
        this.path = path;
        this.verticles = verticles;
        this.publicUrl = publicUrl;
    }

    @Override
    public void handle(RoutingContext context) {
        verticles
                .send(path.resourceType(), requestOf(context))
                .onSuccess(reply -> answer(context, reply))
                .onFailure(context::fail);
    }

    private ResourceRequest requestOf(RoutingContext context) {
        var operation = MethodGate.operationOf(context);
        return new ResourceRequest(
                operation.action(),
                Optional.ofNullable(context.pathParam("id")),
                path.relationship(),
                Authentication.callerOf(context),
                publicUrl.of(context),
                RequestId.of(context),
                queryOf(context),
                operation.takesDocument() ? Optional.of(Json.read(bodyOf(context))) : Optional.empty());
    }

    private static Buffer bodyOf(RoutingContext context) {
        return Objects.requireNonNullElseGet(context.body().buffer(), Buffer::buffer);
    }

    private static Map<String, List<String>> queryOf(RoutingContext context) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (var parameter : context.queryParams()) {
            query.computeIfAbsent(parameter.getKey(), name -> new ArrayList<>()).add(parameter.getValue());
        }
        return query;
    }

    private static void answer(RoutingContext context, ResourceReply reply) {
        var response = context.response();
        reply.location().ifPresent(url -> response.putHeader(HttpHeaders.LOCATION, url));
        reply.retryAfter().ifPresent(seconds -> response.putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(seconds)));
        if (reply.document().length() == 0) {
            Answer.empty(context, reply.status());
        } else {
            Answer.document(context, reply.status(), reply.document());
        }
    }
}
