package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_FAILED_LOGINS;
import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Why the credentials of a request do not allow it. Has no stack trace, because it describes the request and not our
 * code.
 */
public abstract sealed class LoginFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LoginFailure(String message) {
        super(message, null, false, false);
    }

    /** The error for the client. */
    public abstract JsonApiException toError();

    /** Credentials that are wrong or missing. */
    public static final class InvalidCredentials extends LoginFailure {
        private static final long serialVersionUID = 1L;

        private final boolean isAboutSession;

        /**
         * Creates the failure of credentials in the header {@code Authorization}.
         *
         * @param reason a sentence that may be shown to anyone, in ASCII and without quotes
         */
        public InvalidCredentials(String reason) {
            this(reason, false);
        }

        private InvalidCredentials(String reason, boolean isAboutSession) {
            super(reason);
            this.isAboutSession = isAboutSession;
        }

        /** Creates the failure of a session in a cookie. */
        public static InvalidCredentials inCookie(String reason) {
            return new InvalidCredentials(reason, true);
        }

        /** Whether a session is missing or has ended, so that a password would not help. */
        public boolean isAboutSession() {
            return isAboutSession;
        }

        @Override
        public JsonApiException toError() {
            return UNAUTHENTICATED
                    .at(header(isAboutSession ? "Cookie" : "Authorization"), getMessage())
                    .asException();
        }
    }

    /** Credentials that are not checked because too many were wrong before. */
    public static final class TooManyFailedLogins extends LoginFailure {
        private static final long serialVersionUID = 1L;

        private final long seconds;

        public TooManyFailedLogins(Duration wait) {
            super("Too many logins of this user from this address have failed.");
            seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
        }

        /** The number of seconds until credentials are checked again. */
        public long seconds() {
            return seconds;
        }

        @Override
        public JsonApiException toError() {
            return TOO_MANY_FAILED_LOGINS
                    .at(
                            header("Authorization"),
                            "%s Wait %s s, then try the right password.".formatted(getMessage(), seconds))
                    .asException();
        }
    }

    /** Genuine credentials that do not allow the request. */
    public static final class InsufficientScope extends LoginFailure {
        private static final long serialVersionUID = 1L;

        private final String needed;

        /**
         * Describes a request.
         *
         * @param needed all scopes that the request needs
         * @param missing those that the credentials lack
         */
        public InsufficientScope(Collection<String> needed, List<String> missing) {
            super("You are not allowed to do this: it needs the %s %s."
                    .formatted(missing.size() == 1 ? "scope" : "scopes", String.join(" and ", missing)));
            this.needed = String.join(" ", needed);
        }

        /** All needed scopes, as listed in a challenge (RFC 6750, 3). */
        public String needed() {
            return needed;
        }

        @Override
        public JsonApiException toError() {
            return FORBIDDEN.because(getMessage()).asException();
        }
    }
}
