package dev.registrar.gateway.authentication.basic;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_FAILED_LOGINS;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiException;
import java.time.Duration;

/**
 * Credentials that are not checked because too many were wrong before. Has no stack trace, because it describes the
 * request.
 */
public final class TooManyFailedLogins extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seconds;

    TooManyFailedLogins(Duration wait) {
        super("Too many logins of this user from this address have failed.", null, false, false);
        seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
    }

    /** The number of seconds until credentials are checked again. */
    public long seconds() {
        return seconds;
    }

    public JsonApiException toException() {
        return TOO_MANY_FAILED_LOGINS
                .at(
                        header("Authorization"),
                        "%s Wait %s s, then try the right password.".formatted(getMessage(), seconds))
                .asException();
    }
}
