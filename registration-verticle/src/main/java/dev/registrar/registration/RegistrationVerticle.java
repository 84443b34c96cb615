package dev.registrar.registration;

import dev.registrar.events.EventProcesses;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;

/** Serves {@code registrations} on the event bus. */
public final class RegistrationVerticle extends ResourceVerticle {
    /** Its schema, whose tables refer to those of the course verticle. */
    public static final Schema SCHEMA = new Schema("registration", 1, ResourceTypes.of(Registrations.TYPE));

    public RegistrationVerticle() {
        super(SCHEMA, EventProcesses.ALL);
    }

    @Override
    protected Future<Void> serve(ResourceService opened) {
        var window = TimeLimits.in(config()).window();
        var enrollments = new EnrollmentAwaiter(vertx, opened.backgroundStore(), window);
        return opened.serve(Registrations.TYPE, new RegistrationActions(vertx, opened, enrollments).handlers());
    }
}
