package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.Claim;
import io.vertx.core.Future;

/** Decides on enrollments. */
@FunctionalInterface
public interface Decider {

    /** Fails when no decision has been made, with {@link UndecidedException} where it is known why. */
    Future<Decision> decide(Claim claim);
}
