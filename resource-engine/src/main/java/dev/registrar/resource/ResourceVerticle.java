package dev.registrar.resource;

import dev.registrar.resource.type.Schema;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Serves the resource types of one schema on the event bus. */
public class ResourceVerticle extends AbstractVerticle {
    private final Schema schema;
    private ResourceService service;

    public ResourceVerticle(Schema schema) {
        this.schema = schema;
    }

    @Override
    public final void start(Promise<Void> started) {
        ResourceService.open(vertx, config(), schema)
                .onSuccess(opened -> service = opened)
                .compose(this::offer)
                .compose(offered -> service.offerAudit())
                .onComplete(started);
    }

    /** Offers every action on every type. Override this to offer anything else. */
    protected Future<Void> offer(ResourceService opened) {
        return Future.all(schema.types().all().stream().map(opened::offer).toList())
                .mapEmpty();
    }

    @Override
    public final void stop(Promise<Void> stopped) {
        service.stop().onComplete(stopped);
    }
}
