package dev.registrar.resource;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;

/** Handles the requests for one action on one resource type. */
@FunctionalInterface
public interface ActionHandler {
    /** Fails with, or throws, {@link dev.registrar.resource.error.JsonApiException} for an error in the request. */
    Future<ResourceReply> handle(RequestScope scope);
}
