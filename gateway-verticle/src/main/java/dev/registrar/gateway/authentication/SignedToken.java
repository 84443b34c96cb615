package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The two JSON objects of a JWT (RFC 7519), of which nothing is proven before its signature is. */
record SignedToken(JsonNode header, JsonNode claims) {
    private static final int PARTS = 3;
    private static final List<String> TIMES = List.of("exp", "nbf", "iat");

    /** Empty when the text is no JWT with a signature. */
    static Optional<SignedToken> parse(String token) {
        var parts = token.split("\\.", -1);
        if (parts.length != PARTS || parts[2].isEmpty()) {
            return Optional.empty();
        }
        try {
            var parsed = new SignedToken(decode(parts[0]), decode(parts[1]));
            return parsed.isWellFormed() ? Optional.of(parsed) : Optional.empty();
        } catch (IllegalArgumentException | JsonApiException malformed) {
            return Optional.empty();
        }
    }

    /** The times are numbers, the audience is a string or an array (RFC 7519, 4.1); the toolkit trips over others. */
    private boolean isWellFormed() {
        return header.isObject()
                && claims.isObject()
                && !claims.path("aud").isObject()
                && TIMES.stream()
                        .allMatch(time -> !claims.has(time) || claims.path(time).isNumber());
    }

    private static JsonNode decode(String base64) {
        return Json.read(Buffer.buffer(Base64.getUrlDecoder().decode(base64)));
    }
}
