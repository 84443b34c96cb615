package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;

import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.eventbus.Message;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Reads a request, which any verticle may have sent, and reports all violations of the contract. */
public final class RequestReader {
    /** How many bytes larger than its document a message may be. */
    private static final int ENVELOPE_BYTES = 131_072;

    private final Message<?> message;
    private final BusSettings settings;
    private final ErrorCollector errors = new ErrorCollector();
    private final HeaderReader headers;
    private final Deadline deadline;
    private Optional<String> requestId = Optional.empty();

    /** Reads only the headers, when the message arrives, because its timeout starts then. */
    public RequestReader(Message<?> message, BusSettings settings) {
        this.message = message;
        this.settings = settings;
        headers = new HeaderReader(message.headers(), errors);
        deadline = Deadline.in(headers.timeout
                .filter(timeout -> timeout.compareTo(settings.replyTimeout()) < 0)
                .orElse(settings.replyTimeout()));
    }

    /** The id of the request in errors and in the log: the sender's, or a generated one. */
    public String requestId() {
        return requestId.orElseGet(() -> UUID.randomUUID().toString());
    }

    /**
     * Reads the request.
     *
     * @throws JsonApiException {@code malformed_request} or {@code malformed_json} with all errors in the
     *     message; {@code body_too_large} when its document is larger than HTTP allows
     */
    public ResourceRequest read() {
        var body = orErrors(() -> headers.documentLength
                .map(length -> MessageBody.of(message, length))
                .orElseGet(() -> MessageBody.of(message)));
        var unused = body.flatMap(read -> orErrors(read::readDocument));
        var envelope = body.map(read -> new EnvelopeReader(read.object(), headers.action, errors));
        requestId = envelope.flatMap(read -> read.requestId).or(() -> Optional.of(requestId()));
        errors.throwIfAny();
        requireSize(body.orElseThrow());
        return request(envelope.orElseThrow());
    }

    /** The result; empty, with its errors added, when it cannot be read. */
    private <T> Optional<T> orErrors(Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (JsonApiException unreadable) {
            unreadable.errors().forEach(errors::add);
            return Optional.empty();
        }
    }

    private ResourceRequest request(EnvelopeReader envelope) {
        return new ResourceRequest(
                        headers.action.orElseThrow(),
                        deadline,
                        headers.id,
                        headers.relationship,
                        headers.preconditions,
                        headers.preferences,
                        headers.idempotencyKey,
                        envelope.caller.orElseThrow(),
                        envelope.baseUrl,
                        envelope.self,
                        requestId(),
                        envelope.query,
                        envelope.document)
                .withParsedDocument();
    }

    private void requireSize(MessageBody read) {
        if (read.size() > settings.maxBodySize() + ENVELOPE_BYTES) {
            throw BODY_TOO_LARGE
                    .because("The document is larger than %s bytes.".formatted(settings.maxBodySize()))
                    .asException();
        }
    }
}
