package dev.registrar.gateway.authentication.scheme;

import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiException;

/** Credentials that prove nothing. It carries no stack trace: it describes the request, not our code. */
public final class InvalidCredentials extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Says why.
     *
     * @param reason a sentence that is safe to be told to anybody, in ASCII and without quotes
     */
    public InvalidCredentials(String reason) {
        super(reason, null, false, false);
    }

    public JsonApiException asFault() {
        return UNAUTHENTICATED.at(header("Authorization"), getMessage()).asException();
    }
}
