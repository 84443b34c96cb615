package dev.registrar.server.tracing;

import dev.registrar.platform.settings.SettingsErrors;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    /** Without user, query and fragment. */
    private static final Pattern URL = Pattern.compile(
            "https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?(/(?:[\\w.~!$&'()*+,;=:@/-]|%\\p{XDigit}{2})*)?");

    private static final Pattern HEADER = Pattern.compile("\\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\\x20-\\x7e]*)");

    public TracingSettings {
        var errors = new SettingsErrors();
        errors.require(
                endpoint.isBlank() || URL.matcher(endpoint).matches(),
                "tracing.endpoint must be an http or https URL, such as http://127.0.0.1:4318");
        errors.require(
                headersIn(headers).allMatch(Matcher::matches),
                "tracing.headers must be headers such as name=value, separated by commas");
        errors.require(sampleRatio >= 0 && sampleRatio <= 1, "tracing.sample-ratio must be from 0 to 1");
        errors.require(!serviceName.isBlank(), "tracing.service-name must not be blank");
        errors.throwIfAny();
    }

    private static Stream<Matcher> headersIn(String list) {
        return list.isBlank() ? Stream.of() : Stream.of(list.split(",", -1)).map(HEADER::matcher);
    }

    boolean isOn() {
        return !endpoint.isBlank();
    }

    /** The URL to which spans are sent (OTLP over HTTP). */
    String spansUrl() {
        return endpoint.replaceFirst("/+$", "") + "/v1/traces";
    }

    Map<String, String> headersByName() {
        return headersIn(headers)
                .filter(Matcher::matches)
                .collect(Collectors.toMap(
                        header -> header.group(1), header -> header.group(2).strip(), (first, last) -> last));
    }
}
