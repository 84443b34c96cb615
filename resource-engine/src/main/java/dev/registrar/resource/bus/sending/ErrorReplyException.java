package dev.registrar.resource.bus.sending;

import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.ReplyException;

/** A resource verticle refused a request, and said why in a JSON:API errors document that is passed on as it is. */
public final class ErrorReplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Buffer errorsDocument;

    private ErrorReplyException(int status, String errorsDocument) {
        super(errorsDocument, null, false, false);
        this.status = status;
        this.errorsDocument = Buffer.buffer(errorsDocument);
    }

    /**
     * Reads a failure with which any verticle may have replied.
     *
     * @return the refusal; an {@link IllegalArgumentException} when the failure does not keep the contract
     */
    static RuntimeException of(ReplyException failure) {
        return isStatusOfError(failure.failureCode()) && isErrorsDocument(failure.getMessage())
                ? new ErrorReplyException(failure.failureCode(), failure.getMessage())
                : new IllegalArgumentException(
                        "A verticle failed a request with the code %d, which is not the HTTP status of an error, or without an errors document: %s"
                                .formatted(failure.failureCode(), failure.getMessage()));
    }

    private static boolean isStatusOfError(int code) {
        return code >= 400 && code < 600;
    }

    private static boolean isErrorsDocument(String message) {
        try {
            return message != null
                    && !Json.read(Buffer.buffer(message)).path("errors").isEmpty();
        } catch (JsonApiException noJson) {
            return false;
        }
    }

    public int status() {
        return status;
    }

    public Buffer errorsDocument() {
        return errorsDocument;
    }
}
