package dev.registrar.resource.idempotency;

import static dev.registrar.resource.error.ErrorCode.IDEMPOTENCY_KEY_REUSED;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.REQUEST_IN_PROGRESS;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.error.JsonApiException;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * The client's name for a request that it may send again (draft-ietf-httpapi-idempotency-key-header).
 *
 * @param value 1 to 255 visible ASCII characters
 */
public record IdempotencyKey(String value) {
    public static final String HEADER = "Idempotency-Key";

    /** How long the first reply is repeated; the contract states this time. */
    public static final Duration RETENTION = Duration.ofHours(24);

    private static final ErrorSource PLACE = header(HEADER);
    private static final Pattern VALUE = Pattern.compile("[!-~]{1,255}");

    public IdempotencyKey {
        if (!VALUE.matcher(value).matches()) {
            throw MALFORMED_REQUEST
                    .at(PLACE, "The key must be 1 to 255 visible ASCII characters, such as a UUID.")
                    .asException();
        }
    }

    /** The error when the key was used for a different request. */
    public static JsonApiException reused() {
        return IDEMPOTENCY_KEY_REUSED
                .at(PLACE, "This key was used for a different request; use a new key for each request.")
                .asException();
    }

    /** The error while the first request with the key is in progress. */
    public static JsonApiException inProgress() {
        return REQUEST_IN_PROGRESS
                .at(PLACE, "The first request is still in progress; try again in a moment.")
                .asException();
    }

    /**
     * The settings of idempotency keys.
     *
     * @param retention how long the reply to a request with a key is stored
     */
    public record Settings(Duration retention) {
        public Settings {
            var errors = new SettingsErrors();
            errors.require(
                    retention.compareTo(RETENTION) >= 0,
                    "idempotency-keys.retention must be at least %s h, which clients rely on"
                            .formatted(RETENTION.toHours()));
            errors.throwIfAny();
        }
    }
}
