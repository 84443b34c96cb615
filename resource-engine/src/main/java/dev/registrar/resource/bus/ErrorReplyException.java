package dev.registrar.resource.bus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.ReplyException;
import java.util.Optional;

/**
 * The failure of a request to which a resource verticle replied with a JSON:API errors document, which is passed on
 * unchanged.
 */
public final class ErrorReplyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<ErrorCode> code;

    private ErrorReplyException(ReplyException failure, JsonNode errors) {
        super(failure.getMessage(), null, false, false);
        status = failure.failureCode();
        code = ErrorCode.named(errors.path(0).path("code").asText());
    }

    /**
     * Reads a reply failure. Any verticle may have sent it.
     *
     * @return the exception; an {@link IllegalArgumentException} when the failure violates the contract
     */
    public static RuntimeException of(ReplyException failure) {
        var errors = errorsIn(failure.getMessage());
        return failure.failureCode() >= 400 && failure.failureCode() < 600 && !errors.isEmpty()
                ? new ErrorReplyException(failure, errors)
                : new IllegalArgumentException(
                        "A verticle replied with the failure code %s, which is not the HTTP status of an error, or without an errors document: %s"
                                .formatted(failure.failureCode(), failure.getMessage()));
    }

    private static JsonNode errorsIn(String message) {
        try {
            return message == null
                    ? MissingNode.getInstance()
                    : Json.read(Buffer.buffer(message)).path("errors");
        } catch (JsonApiException noJson) {
            return MissingNode.getInstance();
        }
    }

    public int status() {
        return status;
    }

    /** The code of the first error; empty if this version does not know it. */
    public Optional<ErrorCode> code() {
        return code;
    }

    public Buffer errorsDocument() {
        return Buffer.buffer(getMessage());
    }
}
