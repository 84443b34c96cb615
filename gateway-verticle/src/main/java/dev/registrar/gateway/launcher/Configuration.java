package dev.registrar.gateway.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * The configuration file, with the values that the environment and system properties put in place of its own. The sections
 * are checked by those that read them.
 */
public final class Configuration {
    private static final String FILE = "registrar.yaml";
    private static final String PROPERTY_PREFIX = "registrar.";
    private static final String VARIABLE_PREFIX = "REGISTRAR_";
    private static final Set<String> SECTIONS = Set.of(
            "http", "event-bus", "database", "events", "enrollment", "authentication", "operations", "development");

    private static final YAMLMapper YAML = YAMLMapper.builder(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private Configuration() {}

    /**
     * Reads {@code registrar.yaml} from the class path.
     *
     * @throws IllegalArgumentException when the file cannot be read, or when a section or a system property that begins with
     *     {@code registrar.} is unknown; it repeats no value, which may be a password
     */
    public static JsonObject load(Map<String, String> environment, Properties properties) {
        var configuration = read();
        for (var section : configuration.fieldNames()) {
            if (!SECTIONS.contains(section)) {
                throw new IllegalArgumentException("Configuration section \"%s\" is unknown".formatted(section));
            }
            if (!(configuration.getValue(section) instanceof JsonObject)) {
                throw new IllegalArgumentException("Configuration section \"%s\" must hold keys".formatted(section));
            }
        }
        var keys = keysOf(configuration);
        keys.forEach(key -> override(configuration, key, environment.get(variableOf(key))));
        for (var name : properties.stringPropertyNames()) {
            if (name.startsWith(PROPERTY_PREFIX)) {
                var key = name.substring(PROPERTY_PREFIX.length());
                if (!keys.contains(key)) {
                    throw new IllegalArgumentException(
                            "System property \"%s\": there is no configuration key \"%s\"".formatted(name, key));
                }
                override(configuration, key, properties.getProperty(name));
            }
        }
        return configuration;
    }

    private static JsonObject read() {
        try (var file = Configuration.class.getResourceAsStream("/" + FILE)) {
            if (file == null) {
                throw new IllegalArgumentException("There is no %s on the class path".formatted(FILE));
            }
            return objectIn(YAML.readTree(file));
        } catch (JsonProcessingException quotesTheFile) {
            var place = quotesTheFile.getLocation();
            throw new IllegalArgumentException(("%s is not YAML, or names a key twice, at line %d, column %d;"
                            + " quote values with special characters")
                    .formatted(FILE, place.getLineNr(), place.getColumnNr()));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
    }

    private static JsonObject objectIn(JsonNode yaml) {
        if (!yaml.isObject()) {
            throw new IllegalArgumentException(FILE + " must hold sections, such as http and database");
        }
        return new JsonObject(yaml.toString());
    }

    private static List<String> keysOf(JsonObject configuration) {
        List<String> keys = new ArrayList<>();
        for (var section : configuration.fieldNames()) {
            configuration.getJsonObject(section).fieldNames().forEach(key -> keys.add(section + "." + key));
        }
        return keys;
    }

    private static String variableOf(String key) {
        return VARIABLE_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private static void override(JsonObject configuration, String key, String value) {
        if (value != null) {
            var dot = key.indexOf('.');
            configuration.getJsonObject(key.substring(0, dot)).put(key.substring(dot + 1), value);
        }
    }
}
