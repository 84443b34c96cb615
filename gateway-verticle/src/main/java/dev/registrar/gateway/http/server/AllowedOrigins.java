package dev.registrar.gateway.http.server;

import io.vertx.ext.web.handler.CorsHandler;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The origins whose pages may call the service.
 *
 * @param list as browsers send them: in lower case, without a path and without the default port
 */
public record AllowedOrigins(List<String> list) {
    private static final Pattern ORIGIN = Pattern.compile("(?:https?|chrome-extension|moz-extension)://[a-z0-9.:-]+");
    private static final Pattern DEFAULT_PORT = Pattern.compile("http://.*:80|https://.*:443");

    /**
     * Parses a list such as {@code https://portal.example.edu, http://localhost:3000}.
     *
     * @throws IllegalArgumentException if an element is not an origin
     */
    static AllowedOrigins of(String list) {
        return new AllowedOrigins(Stream.of(list.split(",", -1))
                .map(String::trim)
                .filter(element -> !element.isEmpty())
                .map(AllowedOrigins::requireOrigin)
                .toList());
    }

    private static String requireOrigin(String element) {
        if (!ORIGIN.matcher(element).matches() || DEFAULT_PORT.matcher(element).matches() || !isAccepted(element)) {
            throw new IllegalArgumentException(
                    "http.cors-origins: \"%s\" is not an origin as browsers send it, such as https://portal.example.edu or"
                                    .formatted(element)
                            + " http://localhost:3000, without a path and without the default port");
        }
        return element;
    }

    /** Whether the toolkit accepts the origin, too. */
    private static boolean isAccepted(String origin) {
        try {
            var unused = CorsHandler.create().addOrigin(origin);
            return true;
        } catch (IllegalStateException rejected) {
            return false;
        }
    }
}
