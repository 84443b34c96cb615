package dev.registrar.resource;

import dev.registrar.resource.type.Schema;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/** Serves the resource types of one schema on the event bus. */
public class ResourceVerticle extends AbstractVerticle {
    private final Schema schema;
    private final List<VerticleProcess> processes;
    private ResourceService service;

    public ResourceVerticle(Schema schema, List<VerticleProcess> processes) {
        this.schema = schema;
        this.processes = List.copyOf(processes);
    }

    @Override
    public final void start(Promise<Void> started) {
        ResourceService.open(vertx, config(), schema, processes)
                .onSuccess(opened -> service = opened)
                .compose(this::serve)
                .onComplete(started);
    }

    /** Serves every action on every type. Override this to serve anything else. */
    protected Future<Void> serve(ResourceService opened) {
        return Future.all(schema.types().all().stream().map(opened::serve).toList())
                .mapEmpty();
    }

    @Override
    public final void stop(Promise<Void> stopped) {
        service.stop().onComplete(stopped);
    }
}
