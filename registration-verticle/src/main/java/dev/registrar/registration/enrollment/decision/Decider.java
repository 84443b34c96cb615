package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.Claim;
import io.vertx.core.Future;

/** Decides on enrollments. */
@FunctionalInterface
public interface Decider {

    /** Decides on a claim. Fails when no decision was made, with {@link UndecidedException} if the reason is known. */
    Future<Decision> decide(Claim claim);
}
