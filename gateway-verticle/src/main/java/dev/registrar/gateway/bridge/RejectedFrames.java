package dev.registrar.gateway.bridge;

import dev.registrar.resource.bus.sending.ErrorReplyException;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the client of one connection why a frame has been rejected or has failed. */
final class RejectedFrames {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedFrames.class);

    private final FrameStream stream;
    private final Consumer<JsonApiException> report;

    /**
     * Creates it.
     *
     * @param report is told the errors, except those with which a verticle has replied
     */
    RejectedFrames(FrameStream stream, Consumer<JsonApiException> report) {
        this.stream = stream;
        this.report = report;
    }

    void reject(ClientFrame frame, Throwable failure) {
        if (failure instanceof ErrorReplyException remote) {
            var errors = remote.errorsDocument();
            stream.write(Frames.error(
                    frame.replyAddress(), frame.sourceAddress(), remote.status(), detailsIn(errors), errors));
        } else {
            reject(frame.replyAddress(), frame.sourceAddress(), frame.requestId(), failure);
        }
    }

    /** For bytes that are not a frame. */
    void reject(Throwable failure) {
        reject(Optional.empty(), Optional.empty(), Optional.empty(), failure);
    }

    private void reject(
            Optional<String> replyAddress, Optional<String> address, Optional<String> sentId, Throwable failure) {
        var requestId = sentId.orElseGet(() -> UUID.randomUUID().toString());
        var errors = errorsOf(failure, requestId);
        report.accept(errors);
        stream.write(Frames.error(
                replyAddress,
                address,
                errors.status(),
                errors.getMessage(),
                ErrorsDocument.of(errors.errors(), requestId)));
    }

    private static String detailsIn(Buffer errors) {
        return Json.read(errors).path("errors").findValuesAsText("detail").stream()
                .collect(Collectors.joining(" "));
    }

    private static JsonApiException errorsOf(Throwable failure, String requestId) {
        if (failure instanceof JsonApiException errors) {
            return errors;
        }
        LOG.error("Request {} of the bridge failed", requestId, failure);
        return JsonApiError.internal().asException();
    }
}
