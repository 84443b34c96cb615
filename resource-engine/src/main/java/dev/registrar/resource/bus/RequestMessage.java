package dev.registrar.resource.bus;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Writes a {@link ResourceRequest} as a message: headers, and one JSON object as the body. */
final class RequestMessage {
    private static final Buffer NAME_OF_DOCUMENT = Buffer.buffer("\"%s\":".formatted(ResourceBus.DOCUMENT));

    private RequestMessage() {}

    /** Writes the headers, with the time within which the reply must be sent. */
    static MultiMap headersOf(ResourceRequest request, Duration timeout) {
        var headers = MultiMap.caseInsensitiveMultiMap()
                .add(ResourceBus.VERSION, ResourceBus.VERSION_1)
                .add(ResourceBus.ACTION, request.action().headerValue())
                .add(ResourceBus.TIMEOUT, Long.toString(timeout.toMillis()));
        request.id().ifPresent(id -> headers.add(ResourceBus.ID, id));
        request.relationship().ifPresent(name -> headers.add(ResourceBus.RELATIONSHIP, name));
        request.preconditions().ifMatch().ifPresent(tags -> headers.add(ResourceBus.IF_MATCH, tags));
        request.preconditions().ifNoneMatch().ifPresent(tags -> headers.add(ResourceBus.IF_NONE_MATCH, tags));
        request.idempotencyKey().ifPresent(key -> headers.add(ResourceBus.IDEMPOTENCY_KEY, key));
        request.format().ifPresent(format -> headers.add(ResourceBus.MEDIA_TYPE, format.mediaType()));
        request.stream().ifPresent(address -> headers.add(ResourceBus.STREAM, address));
        if (!request.preferences().equals(Preferences.NONE)) {
            headers.add(ResourceBus.PREFER, request.preferences().toString());
        }
        request.document()
                .ifPresent(document -> headers.add(
                        ResourceBus.DOCUMENT_LENGTH,
                        Integer.toString(document.bytes().length())));
        return headers;
    }

    /** Writes the body. The document is the last member, with its bytes unchanged. */
    static Buffer bodyOf(ResourceRequest request) {
        var envelope = envelopeOf(request);
        return request.document()
                .map(document -> withDocument(envelope, document.bytes()))
                .orElse(envelope);
    }

    private static Buffer withDocument(Buffer envelope, Buffer document) {
        return envelope.setByte(envelope.length() - 1, (byte) ',')
                .appendBuffer(NAME_OF_DOCUMENT)
                .appendBuffer(document)
                .appendByte((byte) '}');
    }

    private static Buffer envelopeOf(ResourceRequest request) {
        var envelope = new JsonObject()
                .put(ResourceBus.CALLER, request.caller().toJson())
                .put(ResourceBus.BASE_URL, request.baseUrl())
                .put(ResourceBus.REQUEST_ID, request.requestId())
                .put(ResourceBus.QUERY, request.query());
        request.self().ifPresent(self -> envelope.put(ResourceBus.SELF, self));
        return envelope.toBuffer();
    }
}
