package dev.registrar.registration;

import dev.registrar.resource.ResourceService;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;

/** Serves {@code registrations} on the event bus. */
public final class RegistrationVerticle extends AbstractVerticle {
    private static final String SCHEMA = "registration";

    @Override
    public void start(Promise<Void> started) {
        ResourceService.open(vertx, config(), SCHEMA, ResourceTypes.of(Registrations.TYPE))
                .compose(this::offer)
                .onComplete(started);
    }

    private Future<Void> offer(ResourceService service) {
        var settings = Settings.read(config().getJsonObject("enrollment"), EnrollmentSettings.class);
        var desk = new RegistrationDesk(service.store(), service.changes(), vertx.eventBus(), settings.syncWindow());
        return service.offer(Registrations.TYPE, Map.of(Action.CREATE, desk::register));
    }
}
