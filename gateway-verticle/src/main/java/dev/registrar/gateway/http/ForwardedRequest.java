package dev.registrar.gateway.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What trusted proxies say of the request that the client sent to the first of them: {@code Forwarded} (RFC 7239), or
 * {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port}.
 *
 * @param client the IP address of the client; empty when no proxy says it
 * @param scheme {@code http} or {@code https}; empty when no proxy says it
 * @param authority host, and port if it is not the usual one; empty when no proxy says it
 */
record ForwardedRequest(Optional<String> client, Optional<String> scheme, Optional<String> authority) {
    private static final ForwardedRequest UNKNOWN =
            new ForwardedRequest(Optional.empty(), Optional.empty(), Optional.empty());
    private static final String FORWARDED = "Forwarded";

    /** One {@code name=value} of a Forwarded header, and the separator after it. */
    private static final Pattern PAIR = Pattern.compile("\\s*([A-Za-z]+)=(\"[^\"]*\"|[^;,\\s\"]*)\\s*([;,]|$)");

    /** Without brackets and port: {@code "[2001:db8::1]:4711"} is {@code 2001:db8::1}. */
    private static final Pattern NODE = Pattern.compile("\\[([^]]*)](?::.*)?|([^:]*)(?::.*)?");

    static ForwardedRequest of(HttpServerRequest request, TrustedProxies proxies) {
        if (proxies.isEmpty() || !proxies.include(request.remoteAddress().hostAddress())) {
            return UNKNOWN;
        }
        var forwarded = request.headers().getAll(FORWARDED);
        return forwarded.isEmpty()
                ? ofSeparateHeaders(request, proxies)
                : ofElements(elements(String.join(",", forwarded)), proxies);
    }

    /**
     * Each proxy adds an element about who called it. From the last one back, an element is believed as long as the
     * caller that the one after it names is a trusted proxy too; what stands before came from who knows whom.
     */
    private static ForwardedRequest ofElements(List<Map<String, String>> elements, TrustedProxies proxies) {
        var index = elements.size() - 1;
        while (index > 0 && proxies.include(address(elements.get(index)))) {
            index--;
        }
        return index < 0
                ? UNKNOWN
                : new ForwardedRequest(
                        Optional.of(address(elements.get(index))).filter(TrustedProxies::isAddress),
                        Optional.ofNullable(elements.get(index).get("proto")),
                        Optional.ofNullable(elements.get(index).get("host")));
    }

    private static String address(Map<String, String> element) {
        var node = NODE.matcher(element.getOrDefault("for", ""));
        if (!node.matches()) {
            return "";
        }
        return node.group(1) == null ? node.group(2) : node.group(1);
    }

    private static List<Map<String, String>> elements(String header) {
        List<Map<String, String>> elements = new ArrayList<>();
        elements.add(new HashMap<>());
        var pair = PAIR.matcher(header);
        while (pair.find()) {
            var value = pair.group(2).replace("\"", "");
            elements.get(elements.size() - 1).put(pair.group(1).toLowerCase(Locale.ROOT), value);
            if (pair.group(3).equals(",")) {
                elements.add(new HashMap<>());
            }
        }
        return elements;
    }

    private static ForwardedRequest ofSeparateHeaders(HttpServerRequest request, TrustedProxies proxies) {
        var port = last(request, "X-Forwarded-Port").map(number -> ":" + number).orElse("");
        return new ForwardedRequest(
                client(request, proxies),
                last(request, "X-Forwarded-Proto"),
                last(request, "X-Forwarded-Host").map(host -> hasPort(host) ? host : host + port));
    }

    /** The last one in the list that is no trusted proxy: each proxy adds who called it. */
    private static Optional<String> client(HttpServerRequest request, TrustedProxies proxies) {
        var callers =
                String.join(",", request.headers().getAll("X-Forwarded-For")).split(",", -1);
        var index = callers.length - 1;
        while (index > 0 && proxies.include(callers[index].trim())) {
            index--;
        }
        return Optional.of(callers[index].trim()).filter(TrustedProxies::isAddress);
    }

    private static boolean hasPort(String host) {
        return host.lastIndexOf(':') > host.lastIndexOf(']');
    }

    /** The value that the nearest proxy gave; those before it may be the client's own. */
    private static Optional<String> last(HttpServerRequest request, String name) {
        var values = String.join(",", request.headers().getAll(name));
        return Optional.of(values.substring(values.lastIndexOf(',') + 1).trim()).filter(value -> !value.isEmpty());
    }
}
