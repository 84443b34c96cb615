package dev.registrar.resource.idempotency;

import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.type.ResourceType;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A request with an Idempotency-Key.
 *
 * @param caller whose key it is, by {@link dev.registrar.resource.bus.Caller#identity}: others may have the same one
 * @param fingerprint the same for the same request, and for no other; the order of members and parameters does not matter
 */
record KeyedRequest(String caller, String key, String fingerprint) {
    /** Of a request that has a key. */
    static KeyedRequest of(ResourceType type, ResourceRequest request) {
        var key = new IdempotencyKey(request.idempotencyKey().orElseThrow());
        var whole = String.join(
                "\n",
                request.action().headerValue(),
                type.name(),
                request.id().orElse(""),
                request.relationship().orElse(""),
                new TreeMap<>(request.query()).toString(),
                request.document().map(RequestDocument::canonicalText).orElse(""));
        return new KeyedRequest(request.caller().identity(), key.value(), DigestUtils.sha256Hex(whole));
    }
}
