package dev.registrar.registration.enrollment;

import io.vertx.core.Future;

/** Decides on enrollments. */
@FunctionalInterface
interface Decider {

    /** Fails when no decision has been made, with {@link UndecidedException} where it is known why. */
    Future<Decision> decide(Claim claim);
}
