package dev.registrar.gateway.launcher;

import dev.registrar.registration.enrollment.EnrollmentWorker;
import dev.registrar.resource.ResourceService;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** A part of the service that a node may take. */
public enum Role {
    /** HTTP for clients. It needs no database. */
    GATEWAY,
    /** Courses and their terms. */
    COURSE,
    /** Registrations. */
    REGISTRATION,
    /** Decides on enrollments, or has another verticle decide. */
    ENROLLMENT;

    /** How many connections to the database a node with this role opens at most, for all its instances. */
    int connections(JsonObject configuration) {
        return switch (this) {
            case GATEWAY -> 0;
            case COURSE, REGISTRATION -> ResourceService.connections(configuration);
            case ENROLLMENT -> EnrollmentWorker.connections(configuration);
        };
    }

    /** As the command line writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
