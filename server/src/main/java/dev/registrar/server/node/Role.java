package dev.registrar.server.node;

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

/** A part of the service that a node can run. */
@SuppressWarnings("ImmutableEnumChecker") // It knows no other immutable types than its own; none of these changes.
public enum Role {
    /** Serves HTTP. Needs no database. Its verticle starts last, and shares one port between all instances. */
    GATEWAY(Optional.empty(), Optional.empty()),
    /** Serves courses and their terms, and stores browser sessions. */
    COURSE(Optional.of(CourseVerticle.SCHEMA), Optional.of(CourseVerticle::new)),
    /** Serves registrations. */
    REGISTRATION(Optional.of(RegistrationVerticle.SCHEMA), Optional.of(RegistrationVerticle::new)),
    /** Decides on enrollments, or lets another verticle decide. */
    ENROLLMENT(Optional.empty(), Optional.of(EnrollmentWorker::new));

    private final Optional<Schema> schema;
    private final Optional<Supplier<Verticle>> verticle;

    /** A role that serves the resource types of a schema must come after the roles whose schemas it refers to. */
    Role(Optional<Schema> schema, Optional<Supplier<Verticle>> verticle) {
        this.schema = schema;
        this.verticle = verticle;
    }

    /** The schema of its resource types; empty if it serves none. */
    Optional<Schema> schema() {
        return schema;
    }

    /** Empty for the gateway. */
    Optional<Supplier<Verticle>> verticle() {
        return verticle;
    }

    /** The order in which roles stop: the gateway first, then every role before the roles it depends on. */
    static List<Role> inOrderOfStop() {
        List<Role> order = new ArrayList<>(List.of(values()));
        order.remove(GATEWAY);
        order.add(GATEWAY);
        Collections.reverse(order);
        return order;
    }

    /**
     * The maximum number of database connections of an instance, without those that the instances of all roles share.
     */
    int connections(JsonObject configuration) {
        return switch (this) {
            case GATEWAY -> 0;
            case ENROLLMENT -> EnrollmentWorker.connections(configuration);
            default -> ResourceService.connections(configuration);
        };
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
