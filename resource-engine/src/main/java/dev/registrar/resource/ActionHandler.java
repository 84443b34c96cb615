package dev.registrar.resource;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import io.vertx.core.Future;

/** Answers the requests for one action on one resource type. */
@FunctionalInterface
public interface ActionHandler {
    /** Fails, or throws, {@link dev.registrar.resource.error.JsonApiException} for a fault of the request. */
    Future<ResourceReply> handle(ResourceRequest request);
}
