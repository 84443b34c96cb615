package dev.registrar.registration.enrollment;

import io.vertx.core.Future;

/** Decides on enrollments. */
@FunctionalInterface
interface Decider {

    /** Fails when no decision comes about. */
    Future<Decision> decide(Claim claim);
}
