package dev.registrar.resource.bus.receiving;

import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.eventbus.Message;
import java.util.UUID;

/** What the sender of a message gets instead of a reply: a failure that is a JSON:API errors document. */
public final class ErrorReply {
    private ErrorReply() {}

    /** Fails a message that names no request. */
    public static void send(Message<?> message, JsonApiException errors) {
        send(message, errors, UUID.randomUUID().toString());
    }

    /**
     * Fails a message.
     *
     * @param requestId becomes the {@code id} of every error
     */
    public static void send(Message<?> message, JsonApiException errors, String requestId) {
        message.fail(
                errors.status(), ErrorsDocument.of(errors.errors(), requestId).toString());
    }
}
