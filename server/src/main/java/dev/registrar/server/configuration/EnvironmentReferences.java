package dev.registrar.server.configuration;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The environment variables that the entries of lists refer to: {@code ${LIBRARY_WEBHOOK_SECRET}}. No variable
 * overrides a key of an entry, and secrets should not be in a file.
 */
final class EnvironmentReferences {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private final Map<String, String> environment;
    private final SettingsErrors errors;

    EnvironmentReferences(Map<String, String> environment, SettingsErrors errors) {
        this.environment = environment;
        this.errors = errors;
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
                    environment.containsKey(name),
                    "%s refers to the environment variable %s, which is not set".formatted(place, name));
            return Matcher.quoteReplacement(environment.getOrDefault(name, ""));
        });
    }
}
