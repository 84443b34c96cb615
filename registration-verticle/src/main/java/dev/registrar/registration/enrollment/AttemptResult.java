package dev.registrar.registration.enrollment;

import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * What an attempt has come to.
 *
 * @param confirmedAt when the enrollment was confirmed, by the database's clock; empty if it was not
 */
public record AttemptResult(AttemptOutcome outcome, Optional<OffsetDateTime> confirmedAt) {
    static AttemptResult of(AttemptOutcome outcome) {
        return new AttemptResult(outcome, Optional.empty());
    }
}
