package dev.registrar.server.configuration;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The environment variables. They override configuration keys: {@code REGISTRAR_HTTP_PORT} overrides {@code http.port}.
 * None overrides a key of an entry of a list, but entries can refer to variables ({@code ${LIBRARY_WEBHOOK_SECRET}}),
 * because secrets should not be in a file.
 */
final class EnvironmentVariables {
    private static final String PREFIX = "REGISTRAR_";

    /**
     * Variables that are not keys: those of bin/registrar, the commands import and export, deploy/haproxy/haproxy.cfg and
     * deploy/keycloak.
     */
    private static final Pattern OF_OTHERS =
            Pattern.compile("REGISTRAR_(ARCHIVES|LOAD_BALANCER|NODE_\\d+|PASSWORD|TOKEN|URL)");

    /**
     * Variables that Kubernetes sets in each container for a Service whose name begins with "registrar", in the order
     * of its documentation.
     */
    private static final Pattern OF_KUBERNETES = Pattern.compile("REGISTRAR_([A-Z0-9_]+_)?"
            + "(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern URL_OF_KUBERNETES = Pattern.compile("(tcp|udp|sctp)://.*");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private final Map<String, String> values;
    private final Map<String, String> keys;
    private final SettingsErrors errors;

    EnvironmentVariables(Map<String, String> values, Collection<String> keys, SettingsErrors errors) {
        this.values = values;
        this.keys = keys.stream().collect(Collectors.toMap(EnvironmentVariables::nameOf, Function.identity()));
        this.errors = errors;
    }

    private static String nameOf(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** The variables by name. */
    Map<String, String> values() {
        return new TreeMap<>(values);
    }

    /** The keys by the names of the variables that override them. */
    Map<String, String> keys() {
        return keys;
    }

    /** Whether a variable looks like that of a key, but is not. */
    boolean isUnknown(String name, String value) {
        return name.startsWith(PREFIX)
                && !keys.containsKey(name)
                && !OF_OTHERS.matcher(name).matches()
                && !OF_KUBERNETES.matcher(name).matches()
                && !(name.endsWith("_PORT") && URL_OF_KUBERNETES.matcher(value).matches());
    }

    /** Replaces the references in the entries of a list; every other value stays as it is. */
    Object resolve(String key, Object value) {
        return value instanceof JsonArray list ? inList(key, list) : value;
    }

    private Object inList(String key, JsonArray list) {
        var resolved = new JsonArray();
        var places = Settings.placesOf(key, list.getList());
        for (var i = 0; i < list.size(); i++) {
            resolved.add(in(places.get(i), list.getValue(i)));
        }
        return resolved;
    }

    private Object in(String place, Object value) {
        if (value instanceof JsonObject entry) {
            return new JsonObject(entry.stream()
                    .filter(member -> member.getValue() != null)
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, member -> in(place + "." + member.getKey(), member.getValue()))));
        }
        return value instanceof String text ? inText(place, text) : resolve(place, value);
    }

    private String inText(String place, String text) {
        return REFERENCE.matcher(text).replaceAll(reference -> {
            var name = reference.group(1);
            errors.require(
                    values.containsKey(name),
                    "%s refers to the environment variable %s, which is not set".formatted(place, name));
            return Matcher.quoteReplacement(values.getOrDefault(name, ""));
        });
    }
}
