package dev.registrar.gateway.launcher.node;

import dev.registrar.course.CourseVerticle;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.registration.enrollment.EnrollmentWorker;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Verticle;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** A part of the service that a node may take. */
@SuppressWarnings("ImmutableEnumChecker") // It knows no other immutable types than its own; none of these changes.
public enum Role {
    /** HTTP for clients. It needs no database. */
    GATEWAY,
    /** Courses and their terms. */
    COURSE(CourseVerticle.SCHEMA, CourseVerticle::new),
    /** Registrations. */
    REGISTRATION(RegistrationVerticle.SCHEMA, RegistrationVerticle::new),
    /** Decides on enrollments, or has another verticle decide. */
    ENROLLMENT;

    private final Optional<Schema> schema;
    private final Optional<Supplier<Verticle>> resources;

    Role() {
        schema = Optional.empty();
        resources = Optional.empty();
    }

    /** A role that serves the resource types of a schema, after the roles whose schemas that one refers to. */
    Role(Schema schema, Supplier<Verticle> resources) {
        this.schema = Optional.of(schema);
        this.resources = Optional.of(resources);
    }

    /** With the resource types that it serves; empty when it serves none. */
    Optional<Schema> schema() {
        return schema;
    }

    /** What serves its resource types; empty when it has none. */
    Optional<Supplier<Verticle>> resources() {
        return resources;
    }

    /** In which the roles stop: the gateway, then each before those that it needs. */
    static List<Role> inOrderOfStop() {
        List<Role> order = new ArrayList<>(List.of(values()));
        order.remove(GATEWAY);
        order.add(GATEWAY);
        Collections.reverse(order);
        return order;
    }

    /** How many connections to the database an instance opens at most. */
    int connections(JsonObject configuration) {
        return switch (this) {
            case GATEWAY -> 0;
            case ENROLLMENT -> EnrollmentWorker.connections(configuration);
            default -> ResourceService.connections(configuration);
        };
    }

    /** As the command line writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
