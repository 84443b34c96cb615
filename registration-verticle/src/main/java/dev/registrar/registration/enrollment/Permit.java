package dev.registrar.registration.enrollment;

import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * What the permits for a registration lift together, as the database and the question to deciders have it.
 *
 * @param reason why, one line for each permit
 */
public record Permit(String reason, boolean outsideDates, boolean beyondCapacity) {
    private static final String REASON = "reason";
    private static final String OUTSIDE_DATES = "outside_dates";
    private static final String BEYOND_CAPACITY = "beyond_capacity";

    /** Reads a permit of the database; null is none. */
    public static Optional<Permit> of(JsonObject permit) {
        return Optional.ofNullable(permit)
                .map(given -> new Permit(
                        given.getString(REASON), given.getBoolean(OUTSIDE_DATES), given.getBoolean(BEYOND_CAPACITY)));
    }

    JsonObject toJson() {
        return new JsonObject()
                .put(REASON, reason)
                .put(OUTSIDE_DATES, outsideDates)
                .put(BEYOND_CAPACITY, beyondCapacity);
    }
}
