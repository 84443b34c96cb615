package dev.registrar.gateway.http.proxy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Parses the header {@code Forwarded} (RFC 7239) from its end, where the nearest proxy has appended its element.
 * Nothing that the client sent before it, such as an unbalanced quote, can change how that element is parsed.
 */
final class ForwardedElements {
    private ForwardedElements() {}

    /** Returns the parameters of each element by lower-case name; the element of the nearest proxy comes first. */
    static List<Map<String, String>> nearestFirst(String header) {
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
