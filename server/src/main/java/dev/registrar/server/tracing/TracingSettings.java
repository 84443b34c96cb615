package dev.registrar.server.tracing;

import dev.registrar.platform.settings.SettingsErrors;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where traces are sent, and which.
 *
 * @param endpoint the URL of the collector, to which the path of OTLP is added; blank for no traces
 * @param headers sent to the collector, as {@code name=value}, separated by commas
 * @param sampleRatio the part of the requests that are traced, unless the caller is a trusted proxy that has decided it
 * @param serviceName names this service in traces
 * @param serviceInstance names this node; blank for a name that is generated
 */
public record TracingSettings(
        String endpoint, String headers, double sampleRatio, String serviceName, String serviceInstance) {
    private static final Pattern HEADER = Pattern.compile("\\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\\x20-\\x7e]*)");

    public TracingSettings {
        var errors = new SettingsErrors();
        errors.require(
                endpoint.isBlank() || isUrl(endpoint),
                "tracing.endpoint must be an http or https URL, such as http://127.0.0.1:4318");
        errors.require(
                headersIn(headers).stream()
                        .allMatch(header -> HEADER.matcher(header).matches()),
                "tracing.headers must be headers such as name=value, separated by commas");
        errors.require(sampleRatio >= 0 && sampleRatio <= 1, "tracing.sample-ratio must be from 0 to 1");
        errors.require(!serviceName.isBlank(), "tracing.service-name must not be blank");
        errors.throwIfAny();
    }

    private static boolean isUrl(String text) {
        try {
            var url = URI.create(text);
            return List.of("http", "https").contains(String.valueOf(url.getScheme()))
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getQuery() == null
                    && url.getFragment() == null;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static List<String> headersIn(String list) {
        return list.isBlank() ? List.of() : List.of(list.split(",", -1));
    }

    boolean isOn() {
        return !endpoint.isBlank();
    }

    /** The URL to which spans are sent (OTLP over HTTP). */
    String spansUrl() {
        return endpoint.replaceFirst("/+$", "") + "/v1/traces";
    }

    Map<String, String> headersByName() {
        Map<String, String> byName = new LinkedHashMap<>();
        for (var header : headersIn(headers)) {
            var matcher = HEADER.matcher(header);
            if (matcher.matches()) {
                byName.put(matcher.group(1), matcher.group(2).strip());
            }
        }
        return byName;
    }
}
