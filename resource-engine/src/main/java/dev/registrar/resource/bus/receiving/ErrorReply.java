package dev.registrar.resource.bus.receiving;

import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.eventbus.Message;
import java.util.Optional;
import java.util.UUID;

/** Sends a JSON:API errors document to the sender of a message, as a reply failure. */
public final class ErrorReply {
    private ErrorReply() {}

    /** Fails a message that has no request id. */
    public static void send(Message<?> message, JsonApiException errors) {
        send(message, errors, UUID.randomUUID().toString());
    }

    /**
     * Fails a message.
     *
     * @param requestId the {@code id} of every error
     */
    public static void send(Message<?> message, JsonApiException errors, String requestId) {
        send(message, errors, requestId, Optional.empty());
    }

    /**
     * Fails a message.
     *
     * @param requestId the {@code id} of every error
     * @param baseUrl the beginning of links to the resources that caused errors; empty for a caller who may not read them
     */
    public static void send(Message<?> message, JsonApiException errors, String requestId, Optional<String> baseUrl) {
        message.fail(
                errors.status(),
                ErrorsDocument.of(errors.errors(), requestId, baseUrl).toString());
    }
}
