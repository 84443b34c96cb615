package dev.registrar.resource.bus;

import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.Optional;
import java.util.UUID;

/** The failure that a consumer replies with: a JSON:API errors document, and its HTTP status as the failure code. */
public final class ErrorReply {
    private ErrorReply() {}

    /** Fails a message that has no request id. */
    public static void send(Message<?> message, JsonApiException errors) {
        send(message, errors, UUID.randomUUID().toString(), Optional.empty());
    }

    /**
     * Fails a message. Links to the resources that caused errors begin with the base URL, which is empty for a caller
     * who may not read them.
     */
    public static void send(Message<?> message, JsonApiException errors, String requestId, Optional<String> baseUrl) {
        message.fail(
                errors.status(),
                ErrorsDocument.of(errors.errors(), requestId, baseUrl).toString());
    }

    /** Distinguishes a consumer's failure reply from a failure of the event bus, such as a timeout, which is empty. */
    public static Optional<ReplyException> in(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
                ? Optional.of(reply)
                : Optional.empty();
    }
}
