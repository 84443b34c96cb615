package dev.registrar.resource.idempotency;

import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.type.ResourceType;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A request with an Idempotency-Key.
 *
 * @param caller the {@link dev.registrar.resource.bus.Caller#identity} that the key belongs to; other callers may
 *     use the same key
 * @param fingerprint a hash of the request; the order of members and parameters does not matter
 */
record KeyedRequest(String caller, String key, String fingerprint) {
    /** Reads the key of a request that has one. */
    static KeyedRequest of(ResourceType type, ResourceRequest request) {
        var key = new IdempotencyKey(request.idempotencyKey().orElseThrow());
        var canonical = String.join(
                "\n",
                request.action().headerValue(),
                type.name(),
                request.id().orElse(""),
                request.relationship().orElse(""),
                new TreeMap<>(request.query()).toString(),
                request.document().map(RequestDocument::canonicalText).orElse(""));
        return new KeyedRequest(request.caller().identity(), key.value(), DigestUtils.sha256Hex(canonical));
    }
}
