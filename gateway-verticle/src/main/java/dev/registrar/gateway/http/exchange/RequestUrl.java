package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.QueryReader;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The percent-encoded parts of the URL of a request, strictly decoded as UTF-8 (RFC 3986, 2.1 and 2.5): malformed text
 * is rejected, and so are characters outside ASCII that are not encoded.
 */
public final class RequestUrl {
    private RequestUrl() {}

    /** Rejects a malformed path. */
    public static void requireValidPath(HttpServerRequest request) {
        if (decode(request.path()).isEmpty()) {
            throw malformed("path");
        }
    }

    /** Parses the query string, and rejects a malformed one. */
    public static void readQuery(RoutingContext context) {
        Exchange.of(context).setQuery(query(context.request()));
        context.next();
    }

    /** Rejects every query parameter. */
    public static void requireNoQuery(RoutingContext context) {
        QueryReader.requireNone(query(context.request()));
    }

    private static Map<String, List<String>> query(HttpServerRequest request) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        var query = request.query() == null ? "" : request.query();
        for (var parameter : query.split("&", -1)) {
            if (!parameter.isEmpty()) {
                var parts = parameter.split("=", 2);
                var value = parts.length < 2 ? "" : decodeOfQuery(parts[1]);
                parameters
                        .computeIfAbsent(decodeOfQuery(parts[0]), first -> new ArrayList<>())
                        .add(value);
            }
        }
        return parameters;
    }

    private static String decodeOfQuery(String encoded) {
        return decodeQuery(encoded).orElseThrow(() -> malformed("query string"));
    }

    /**
     * The error of a malformed query string; empty if it can be decoded. The router also reads it when a path has
     * parameters, before any handler, and fails without saying why.
     */
    static Optional<JsonApiException> errorOfQuery(HttpServerRequest request) {
        return Optional.ofNullable(request.query())
                .filter(query -> decodeQuery(query).isEmpty())
                .map(query -> malformed("query string"));
    }

    private static JsonApiException malformed(String part) {
        return MALFORMED_REQUEST
                .because("The %s is not percent-encoded UTF-8, such as %%C3%%A9 for \u00e9.".formatted(part))
                .asException();
    }

    /** In a query, a plus sign stands for a space. */
    private static Optional<String> decodeQuery(String encoded) {
        return decode(encoded.replace('+', ' '));
    }

    private static Optional<String> decode(String encoded) {
        // Characters outside ASCII have more bytes than one; Java's decoder would take %-0 for a byte.
        if (ByteBufUtil.utf8Bytes(encoded) != encoded.length() || encoded.contains("%-0")) {
            return Optional.empty();
        }
        return encoded.indexOf('%') < 0 ? Optional.of(encoded) : decodeBytes(encoded);
    }

    /**
     * Only the bytes are decoded by Java's decoder, because it replaces malformed UTF-8, and takes a plus sign for a
     * space.
     */
    private static Optional<String> decodeBytes(String encoded) {
        try {
            var bytes = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.ISO_8859_1)
                    .getBytes(StandardCharsets.ISO_8859_1);
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            return Optional.empty();
        }
    }
}
