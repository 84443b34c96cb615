package dev.registrar.gateway.http.server;

import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.platform.settings.Settings;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The origins whose pages may call the service.
 *
 * @param list as browsers send them: in lower case, without a path and without the default port
 */
public record AllowedOrigins(List<String> list) {
    public static final AllowedOrigins NONE = new AllowedOrigins(List.of());

    /** As browsers send it: in lower case, with the name of the host in ASCII, and nothing after the port. */
    private static final Pattern ORIGIN = Pattern.compile(
            "(https?|chrome-extension|moz-extension)://(?:\\[[0-9a-f:.]+]|[a-z0-9._-]+)(?::([1-9]\\d{0,4}))?");

    private static final Map<String, String> DEFAULT_PORTS = Map.of("http", "80", "https", "443");
    private static final int LAST_PORT = 65_535;

    /**
     * Parses a list such as {@code https://portal.example.edu, http://localhost:3000}.
     *
     * @throws InvalidSettingsException if no browser would send an element as the origin of a page
     */
    static AllowedOrigins of(String list) {
        return new AllowedOrigins(Settings.readElements(list, AllowedOrigins::requireOrigin));
    }

    public boolean isEmpty() {
        return list.isEmpty();
    }

    /** The origin of the page that sends a request, if it may call the service. */
    public Optional<String> allowed(HttpServerRequest request) {
        return Optional.ofNullable(request.getHeader(HttpHeaders.ORIGIN)).filter(list::contains);
    }

    private static String requireOrigin(String element) {
        if (!isOrigin(element)) {
            throw new IllegalArgumentException("http.cors-origins: \"%s\" is not an origin as browsers send it; %s"
                    .formatted(element, remedy(element)));
        }
        return element;
    }

    private static boolean isOrigin(String element) {
        var parts = ORIGIN.matcher(element);
        if (!parts.matches()) {
            return false;
        }
        var port = parts.group(2);
        return port == null || (Integer.parseInt(port) <= LAST_PORT && !port.equals(DEFAULT_PORTS.get(parts.group(1))));
    }

    private static String remedy(String element) {
        return switch (element) {
            case "*" -> "list each origin, because pages of arbitrary sites may not call the service";
            case "null" ->
                "it stands for files and sandboxed frames, and anyone can make those: serve the page from an origin";
            default ->
                "write it as https://portal.example.edu or http://localhost:3000, in lower case and ASCII, without a path"
                        + " and without the default port";
        };
    }
}
