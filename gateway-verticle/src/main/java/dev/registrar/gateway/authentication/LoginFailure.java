package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_FAILED_LOGINS;
import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiError;
import java.util.Collection;
import java.util.List;

/**
 * Why the credentials of a request do not allow it. Has no stack trace, because it describes the request and not our
 * code.
 */
@SuppressWarnings("serial")
public abstract sealed class LoginFailure extends RuntimeException {
    private final JsonApiError error;

    private LoginFailure(JsonApiError error) {
        super(error.detail(), null, false, false);
        this.error = error;
    }

    /** The error for the client. */
    JsonApiError error() {
        return error;
    }

    /** Credentials that are wrong or missing. */
    public static final class InvalidCredentials extends LoginFailure {
        private static final String SESSION = "Cookie";

        /**
         * Creates the failure of credentials in the header {@code Authorization}.
         *
         * @param reason a sentence that may be shown to anyone, in ASCII and without quotes
         */
        public InvalidCredentials(String reason) {
            this(reason, "Authorization");
        }

        /** Creates the failure of a session in a cookie. */
        public static InvalidCredentials inCookie(String reason) {
            return new InvalidCredentials(reason, SESSION);
        }

        private InvalidCredentials(String reason, String name) {
            super(UNAUTHENTICATED.at(header(name), reason));
        }

        /** Whether a session is missing or has ended, so that a password would not help. */
        boolean isAboutSession() {
            return error().source().equals(header(SESSION));
        }
    }

    /** Credentials that are not checked because too many were wrong before. */
    static final class TooManyFailedLogins extends LoginFailure {
        private final long seconds;

        TooManyFailedLogins(long seconds) {
            super(TOO_MANY_FAILED_LOGINS.at(
                    header("Authorization"),
                    "Too many logins of this user from this address have failed. Wait %s s, then try the right password."
                            .formatted(seconds)));
            this.seconds = seconds;
        }

        /** The number of seconds until credentials are checked again. */
        long seconds() {
            return seconds;
        }
    }

    /** Genuine credentials that do not allow the request. */
    static final class InsufficientScope extends LoginFailure {
        private final String needed;

        /**
         * Describes a request.
         *
         * @param needed all scopes that the request needs
         * @param missing those that the credentials lack
         */
        InsufficientScope(Collection<String> needed, List<String> missing) {
            super(FORBIDDEN.because("You are not allowed to do this: it needs the %s %s."
                    .formatted(missing.size() == 1 ? "scope" : "scopes", String.join(" and ", missing))));
            this.needed = String.join(" ", needed);
        }

        /** All needed scopes, as listed in a challenge (RFC 6750, 3). */
        String needed() {
            return needed;
        }
    }
}
