package dev.registrar.registration;

import dev.registrar.events.EventProcesses;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.registration.enrollment.CourseTermRule;
import dev.registrar.registration.enrollment.EnrollmentBus;
import dev.registrar.resource.ActionHandler;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Serves {@code registrations}, {@code enrollment_limits} and {@code enrollment_permits} on the event bus. */
public final class RegistrationVerticle extends ResourceVerticle {
    /** Its schema, whose tables refer to those of the course verticle. */
    public static final Schema SCHEMA = new Schema(
            "registration", 2, ResourceTypes.of(Registrations.TYPE, EnrollmentLimits.TYPE, EnrollmentPermits.TYPE));

    public RegistrationVerticle() {
        super(SCHEMA, EventProcesses.ALL);
    }

    @Override
    protected Future<Void> serve(ResourceService opened) {
        var window = TimeLimits.in(config()).window();
        var enrollments = new EnrollmentAwaiter(vertx, opened.backgroundStore(), window);
        var rules = new EnrollmentRules(Settings.value(config(), "enrollment.course-term", CourseTermRule.class));
        var registrations = new HashMap<>(new RegistrationActions(vertx, opened, enrollments, rules).handlers());
        registrations.putAll(freeingSeats(opened, Action.DELETE));
        return Future.all(
                        opened.serve(Registrations.TYPE, registrations, new ImportedRegistrations(rules)),
                        opened.serve(
                                EnrollmentLimits.TYPE,
                                freeingSeats(opened, Action.UPDATE, Action.REPLACE, Action.DELETE)),
                        opened.serve(
                                EnrollmentPermits.TYPE,
                                freeingSeats(
                                        opened, Action.CREATE, Action.UPDATE, Action.REPLACE, Action.LINKAGE_REPLACE)))
                .mapEmpty();
    }

    /** The usual handlers of these actions; a worker is told afterwards, so that people do not wait for its next poll. */
    private Map<Action, ActionHandler> freeingSeats(ResourceService opened, Action... actions) {
        var handlers = opened.writes();
        return Stream.of(actions)
                .collect(Collectors.toMap(
                        Function.identity(),
                        action -> scope -> handlers.get(action)
                                .handle(scope)
                                .onSuccess(freed -> vertx.eventBus().send(EnrollmentBus.SEATS, ""))));
    }
}
