package dev.registrar.gateway.authentication.token;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The two JSON objects of a JWT (RFC 7519). They prove nothing until the signature is verified.
 *
 * @param signatureLength the length of the signature in octets
 */
record SignedToken(JsonNode header, JsonNode claims, int signatureLength) {
    private static final int PARTS = 3;
    private static final List<String> TIMES = List.of("exp", "nbf", "iat");

    /** Parses a token; empty if the text is not a JWT with a signature. */
    static Optional<SignedToken> parse(String token) {
        var parts = token.split("\\.", -1);
        if (parts.length != PARTS || parts[2].isEmpty()) {
            return Optional.empty();
        }
        try {
            var parsed = new SignedToken(object(parts[0]), object(parts[1]), decodeStrictly(parts[2]).length);
            return parsed.isWellFormed() ? Optional.of(parsed) : Optional.empty();
        } catch (IllegalArgumentException | JsonApiException malformed) {
            return Optional.empty();
        }
    }

    /**
     * Times must be numbers, and the audience a string or an array (RFC 7519, 4.1); the toolkit fails on anything else.
     */
    private boolean isWellFormed() {
        return header.isObject()
                && claims.isObject()
                && !claims.path("aud").isObject()
                && TIMES.stream()
                        .allMatch(time -> !claims.has(time) || claims.path(time).isNumber());
    }

    private static JsonNode object(String base64) {
        return Json.read(Buffer.buffer(Base64.getUrlDecoder().decode(base64)));
    }

    /** The signature itself is not signed: with unused bits, one token could have several texts (RFC 4648, 3.5). */
    private static byte[] decodeStrictly(String base64) {
        var octets = Base64.getUrlDecoder().decode(base64);
        if (!Base64.getUrlEncoder().withoutPadding().encodeToString(octets).equals(base64)) {
            throw new IllegalArgumentException("This is not the canonical encoding of these octets");
        }
        return octets;
    }
}
