package dev.registrar.resource.idempotency;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.type.ResourceType;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A request with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header).
 *
 * @param caller whose key it is: others may have the same one
 * @param fingerprint the same for the same request, and for no other
 */
record KeyedRequest(String caller, String key, String fingerprint) {
    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");

    /** Of a request that has a key. */
    static KeyedRequest of(ResourceType type, ResourceRequest request) {
        var key = request.idempotencyKey().orElseThrow();
        if (!KEY.matcher(key).matches()) {
            throw MALFORMED_REQUEST
                    .at(header("Idempotency-Key"), "The key must be 1 to 255 visible ASCII characters, such as a UUID.")
                    .asException();
        }
        var whole = String.join(
                "\n",
                request.action().headerValue(),
                type.name(),
                request.id().orElse(""),
                request.relationship().orElse(""),
                new TreeMap<>(request.query()).toString(),
                String.valueOf(request.document().orElse(null)));
        return new KeyedRequest(request.caller().name(), key, DigestUtils.sha256Hex(whole));
    }
}
