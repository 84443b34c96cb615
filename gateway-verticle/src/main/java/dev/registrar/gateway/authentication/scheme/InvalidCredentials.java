package dev.registrar.gateway.authentication.scheme;

import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiException;

/** Credentials that are wrong or missing. Has no stack trace, because it describes the request and not our code. */
public final class InvalidCredentials extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String AUTHORIZATION = "Authorization";
    private static final String COOKIE = "Cookie";

    /** The header with the credentials. */
    private final String header;

    /**
     * Creates the exception for credentials in the header {@code Authorization}.
     *
     * @param reason a sentence that may be shown to anyone, in ASCII and without quotes
     */
    public InvalidCredentials(String reason) {
        this(reason, AUTHORIZATION);
    }

    private InvalidCredentials(String reason, String header) {
        super(reason, null, false, false);
        this.header = header;
    }

    /** Creates the exception for a session in a cookie. */
    public static InvalidCredentials inCookie(String reason) {
        return new InvalidCredentials(reason, COOKIE);
    }

    /** Whether a session is missing or has ended, so that a password would not help. */
    public boolean isAboutSession() {
        return header.equals(COOKIE);
    }

    public JsonApiException toException() {
        return UNAUTHENTICATED.at(header(header), getMessage()).asException();
    }
}
