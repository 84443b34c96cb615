package dev.registrar.gateway.http.server;

import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.platform.settings.Settings;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.IDN;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The origins whose pages may call the service.
 *
 * @param list as browsers send them: in lower case, without a path and without the default port
 */
public record AllowedOrigins(List<String> list) {
    public static final AllowedOrigins NONE = new AllowedOrigins(List.of());

    private static final Pattern URL = Pattern.compile(
            "(https?|chrome-extension|moz-extension)://(?:[^/?#@]*@)?(\\[[0-9a-f:.]+]|[^/?#@:\\[\\]\\s*]+)(?::(\\d{1,9}))?(?:[/?#].*)?",
            Pattern.CASE_INSENSITIVE);

    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "https", 443);
    private static final int LAST_PORT = 65_535;

    /**
     * Parses a list such as {@code https://portal.example.edu, http://localhost:3000}.
     *
     * @throws InvalidSettingsException if no browser would send an element as the origin of a page; each error says
     *     what it would send instead
     */
    static AllowedOrigins of(String list) {
        return new AllowedOrigins(Settings.readElements(list, AllowedOrigins::requireOrigin));
    }

    public boolean isEmpty() {
        return list.isEmpty();
    }

    /** The origin of the page that sends a request, if it may call the service. */
    public Optional<String> of(HttpServerRequest request) {
        return list.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(request.getHeader(HttpHeaders.ORIGIN)).filter(list::contains);
    }

    private static String requireOrigin(String element) {
        var origin = originOf(element);
        if (!origin.equals(Optional.of(element))) {
            throw new IllegalArgumentException("http.cors-origins: \"%s\" is not an origin as browsers send it; %s"
                    .formatted(
                            element,
                            origin.map(form -> "write \"%s\"".formatted(form)).orElseGet(() -> remedy(element))));
        }
        return element;
    }

    private static String remedy(String element) {
        return switch (element) {
            case "*" -> "list each origin, because pages of arbitrary sites may not call the service";
            case "null" ->
                "it stands for files and sandboxed frames, and anyone can make those: serve the page from an origin";
            default ->
                "write it as https://portal.example.edu or http://localhost:3000, without a path and without the"
                        + " default port";
        };
    }

    /** The origin that browsers send for pages of this URL; empty if there is none. */
    private static Optional<String> originOf(String url) {
        var parts = URL.matcher(url);
        return parts.matches() ? originOf(parts.toMatchResult()) : Optional.empty();
    }

    private static Optional<String> originOf(MatchResult url) {
        var scheme = url.group(1).toLowerCase(Locale.ROOT);
        var port = Optional.ofNullable(url.group(3)).map(Integer::valueOf);
        if (port.filter(number -> number < 1 || number > LAST_PORT).isPresent()) {
            return Optional.empty();
        }
        var suffix = port.filter(number -> !number.equals(DEFAULT_PORTS.get(scheme)))
                .map(number -> ":" + number)
                .orElse("");
        return asciiHost(url.group(2)).map(host -> scheme + "://" + host + suffix);
    }

    private static Optional<String> asciiHost(String host) {
        try {
            return Optional.of(IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException notAName) {
            return Optional.empty();
        }
    }
}
