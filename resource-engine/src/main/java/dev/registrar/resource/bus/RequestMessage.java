package dev.registrar.resource.bus;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.json.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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
        return Json.write(out -> {
            out.writeStartObject();
            writeCaller(out, request.caller());
            out.writeStringField(ResourceBus.BASE_URL, request.baseUrl());
            if (request.self().isPresent()) {
                out.writeStringField(ResourceBus.SELF, request.self().get());
            }
            out.writeStringField(ResourceBus.REQUEST_ID, request.requestId());
            writeQuery(out, request.query());
            out.writeEndObject();
        });
    }

    private static void writeCaller(JsonGenerator out, Caller caller) throws IOException {
        out.writeObjectFieldStart(ResourceBus.CALLER);
        out.writeStringField(ResourceBus.CALLER_ISSUER, caller.issuer());
        out.writeStringField(ResourceBus.CALLER_SUBJECT, caller.subject());
        out.writeStringField(ResourceBus.CALLER_NAME, caller.name());
        writeStrings(out, ResourceBus.CALLER_SCOPES, caller.scopes());
        if (!caller.isBound()) {
            out.writeBooleanField(ResourceBus.CALLER_UNBOUND, true);
        } else if (caller.isBoundToNobody()) {
            out.writeNullField(ResourceBus.CALLER_UNI);
        } else {
            out.writeStringField(ResourceBus.CALLER_UNI, caller.uni().get());
        }
        out.writeEndObject();
    }

    private static void writeQuery(JsonGenerator out, Map<String, List<String>> query) throws IOException {
        out.writeObjectFieldStart(ResourceBus.QUERY);
        for (var parameter : query.entrySet()) {
            writeStrings(out, parameter.getKey(), parameter.getValue());
        }
        out.writeEndObject();
    }

    private static void writeStrings(JsonGenerator out, String name, Iterable<String> strings) throws IOException {
        out.writeArrayFieldStart(name);
        for (var string : strings) {
            out.writeString(string);
        }
        out.writeEndArray();
    }
}
