package dev.registrar.server.testing;

import dev.registrar.testing.SharedService;
import io.vertx.core.json.JsonObject;

/** Injects one running service with metrics into all tests that have a parameter for it. */
public final class ServiceExtension extends SharedService {
    public ServiceExtension() {
        super(Service.class, () -> Service.start("operations", new JsonObject().put("metrics", true)));
    }
}
