package dev.registrar.gateway.http.server;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What trusted proxies report about the request that the client sent to the first of them, in {@code Forwarded} (RFC
 * 7239) or in those of {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port} that they set.
 *
 * @param client the IP address of the client; empty if no proxy reports it
 * @param scheme {@code http} or {@code https}; empty if no proxy reports it
 * @param authority host, and port unless it is the default one; empty if no proxy reports either. The port in {@code
 *     X-Forwarded-Host} takes precedence over {@code X-Forwarded-Port}, and this over the port in {@code Host}.
 */
public record ForwardedRequest(Optional<String> client, Optional<String> scheme, Optional<String> authority) {
    private static final ForwardedRequest UNKNOWN =
            new ForwardedRequest(Optional.empty(), Optional.empty(), Optional.empty());

    public static ForwardedRequest of(HttpServerRequest request, TrustedProxies proxies) {
        if (!proxies.includes(request.remoteAddress().hostAddress())) {
            return UNKNOWN;
        }
        return proxies.sets(TrustedProxies.FORWARDED)
                ? ofElements(proxies.valueOf(TrustedProxies.FORWARDED, request), proxies)
                : ofSeparateHeaders(request, proxies);
    }

    private static ForwardedRequest ofElements(String header, TrustedProxies proxies) {
        var element =
                farthestTrusted(elementsNearestFirst(header), each -> addressOf(each.getOrDefault("for", "")), proxies);
        return new ForwardedRequest(
                Optional.of(addressOf(element.getOrDefault("for", ""))).filter(TrustedProxies::isAddress),
                Optional.ofNullable(element.get("proto")),
                Optional.ofNullable(element.get("host")));
    }

    private static ForwardedRequest ofSeparateHeaders(HttpServerRequest request, TrustedProxies proxies) {
        var callers = Arrays.asList(proxies.valueOf(TrustedProxies.FOR, request).split(",", -1));
        Collections.reverse(callers);
        var client = addressOf(farthestTrusted(callers, ForwardedRequest::addressOf, proxies));
        var port = proxies.lastOf(TrustedProxies.PORT, request).map(number -> ":" + number);
        var host = proxies.lastOf(TrustedProxies.HOST, request)
                .or(() -> port.flatMap(
                        own -> Optional.ofNullable(request.authority()).map(HostAndPort::host)));
        return new ForwardedRequest(
                Optional.of(client).filter(TrustedProxies::isAddress),
                proxies.lastOf(TrustedProxies.PROTO, request),
                host.map(name -> hasPort(name) ? name : name + port.orElse("")));
    }

    /**
     * Each proxy appends its caller. Starting with the nearest proxy, an entry is trusted as long as the caller in the
     * entry after it is also a trusted proxy; everything before that may have been sent by the client.
     */
    private static <T> T farthestTrusted(List<T> nearestFirst, Function<T, String> callerIn, TrustedProxies proxies) {
        return nearestFirst.stream()
                .filter(entry -> !proxies.includes(callerIn.apply(entry)))
                .findFirst()
                .orElseGet(() -> nearestFirst.get(nearestFirst.size() - 1));
    }

    /**
     * Removes brackets and port: {@code [2001:db8::1]:4711} becomes {@code 2001:db8::1}, {@code 192.0.2.1:4711} becomes
     * {@code 192.0.2.1}.
     */
    private static String addressOf(String node) {
        var address = node.trim();
        if (address.startsWith("[")) {
            return address.substring(1, Math.max(1, address.indexOf(']')));
        }
        var colon = address.indexOf(':');
        return colon >= 0 && colon == address.lastIndexOf(':') ? address.substring(0, colon) : address;
    }

    private static boolean hasPort(String host) {
        return host.lastIndexOf(':') > host.lastIndexOf(']');
    }

    /**
     * Parses {@code Forwarded} from its end, where the nearest proxy has appended its element: the parameters of each
     * element by lower-case name. Nothing that the client sent before it, such as an unbalanced quote, can change how
     * it is parsed.
     */
    private static List<Map<String, String>> elementsNearestFirst(String header) {
        List<Map<String, String>> elements = new ArrayList<>();
        Map<String, String> element = new HashMap<>();
        var isQuoted = false;
        var end = header.length();
        for (var position = header.length() - 1; position >= 0; position--) {
            var character = header.charAt(position);
            if (character == '"') {
                isQuoted = !isQuoted;
            } else if (!isQuoted && (character == ';' || character == ',')) {
                put(header.substring(position + 1, end), element);
                end = position;
                if (character == ',') {
                    elements.add(element);
                    element = new HashMap<>();
                }
            }
        }
        put(header.substring(0, end), element);
        elements.add(element);
        return elements;
    }

    private static void put(String parameter, Map<String, String> element) {
        var equals = parameter.indexOf('=');
        if (equals > 0) {
            var name = parameter.substring(0, equals).trim().toLowerCase(Locale.ROOT);
            element.put(name, parameter.substring(equals + 1).trim().replace("\"", ""));
        }
    }
}
