package dev.registrar.resource.bus.sending;

import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.ReplyException;

/** Thrown when a resource verticle replies with a JSON:API errors document, which is passed on unchanged. */
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
     * Reads a reply failure. Any verticle may have sent it.
     *
     * @return the exception; an {@link IllegalArgumentException} when the failure violates the contract
     */
    static RuntimeException of(ReplyException failure) {
        return isStatusOfError(failure.failureCode()) && isErrorsDocument(failure.getMessage())
                ? new ErrorReplyException(failure.failureCode(), failure.getMessage())
                : new IllegalArgumentException(
                        "A verticle replied with the failure code %d, which is not the HTTP status of an error, or without an errors document: %s"
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
