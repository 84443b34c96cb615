package dev.registrar.registration;

import dev.registrar.resource.ResourceService;
import dev.registrar.resource.time.TimeLimits;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Serves {@code registrations} on the event bus. */
public final class RegistrationVerticle extends AbstractVerticle {
    /** Its tables, which refer to those of the courses. */
    public static final Schema SCHEMA = new Schema("registration", ResourceTypes.of(Registrations.TYPE));

    private ResourceService service;

    @Override
    public void start(Promise<Void> started) {
        ResourceService.open(vertx, config(), SCHEMA)
                .onSuccess(opened -> service = opened)
                .compose(opened -> offer())
                .onComplete(started);
    }

    @Override
    public void stop(Promise<Void> stopped) {
        service.stop().onComplete(stopped);
    }

    private Future<Void> offer() {
        var window = TimeLimits.in(config()).window();
        var enrollments = new EnrollmentAwaiter(vertx.eventBus(), service.reservedStore(), window);
        return service.offer(Registrations.TYPE, new RegistrationActions(vertx, service, enrollments).handlers());
    }
}
