package dev.registrar.gateway.authentication.scheme;

import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiException;

/** Credentials that are wrong or missing. Has no stack trace, because it describes the request and not our code. */
public final class InvalidCredentials extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param reason a sentence that may be shown to anyone, in ASCII and without quotes
     */
    public InvalidCredentials(String reason) {
        super(reason, null, false, false);
    }

    public JsonApiException toException() {
        return UNAUTHENTICATED.at(header("Authorization"), getMessage()).asException();
    }
}
