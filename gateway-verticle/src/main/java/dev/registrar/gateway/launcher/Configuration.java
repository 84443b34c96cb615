package dev.registrar.gateway.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * The configuration: the defaults, with the values that the operator's file, the environment and system properties put in their
 * place. Values are checked by those that read them.
 */
public final class Configuration {
    /** Of the service, and of the cluster that it may be a part of. */
    private static final List<String> FILES = List.of("registrar.yaml", "cluster.yaml");

    private static final String PROPERTY_PREFIX = "registrar.";
    private static final String VARIABLE_PREFIX = "REGISTRAR_";
    private static final List<String> KEYS_OF_FILES = List.of(
            "http.tls-certificate",
            "http.tls-key",
            "authentication.users-file",
            "cluster.tls-certificate",
            "cluster.tls-key",
            "cluster.tls-authority");

    private static final YAMLMapper YAML = YAMLMapper.builder(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private final JsonObject values;
    private final Set<String> keys;

    private Configuration(JsonObject defaults) {
        values = defaults;
        keys = keysOf(defaults);
    }

    /** The defaults, with these values in their place. */
    public static JsonObject load(Map<String, String> environment, Properties properties) {
        return load(ConfigurationFolder.none(), environment, properties);
    }

    /**
     * Reads {@code registrar.yaml} and {@code cluster.yaml} of the folder. What they do not mention has its default.
     *
     * @throws IllegalArgumentException when a file cannot be read, or when a key or a system property that begins with
     *     {@code registrar.} is unknown; it repeats no value, which may be a password
     */
    public static JsonObject load(ConfigurationFolder folder, Map<String, String> environment, Properties properties) {
        folder.requireExists();
        var configuration = new Configuration(defaults());
        FILES.forEach(name -> folder.file(name).ifPresent(configuration::takeFile));
        configuration.takeEnvironment(environment);
        configuration.takeProperties(properties);
        configuration.findFilesIn(folder);
        return configuration.values;
    }

    private static JsonObject defaults() {
        var defaults = new JsonObject();
        for (var name : FILES) {
            try {
                defaults.mergeIn(read(name, ConfigurationFolder.openDefault(name)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return defaults;
    }

    private void takeFile(Path file) {
        try {
            var read = read(file.getFileName().toString(), Files.newInputStream(file));
            for (var key : keysOf(read)) {
                if (!keys.contains(key)) {
                    throw new IllegalArgumentException("Configuration key \"%s\" is unknown".formatted(key));
                }
            }
            values.mergeIn(read, true);
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read".formatted(file), e);
        }
    }

    private void takeEnvironment(Map<String, String> environment) {
        for (var key : keys) {
            var value = environment.get(VARIABLE_PREFIX
                    + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
            if (value != null) {
                put(key, value);
            }
        }
    }

    private void takeProperties(Properties properties) {
        for (var name : properties.stringPropertyNames()) {
            if (name.startsWith(PROPERTY_PREFIX)) {
                var key = name.substring(PROPERTY_PREFIX.length());
                if (!keys.contains(key)) {
                    throw new IllegalArgumentException(
                            "System property \"%s\": there is no configuration key \"%s\"".formatted(name, key));
                }
                put(key, properties.getProperty(name));
            }
        }
    }

    /** A file that it names is one of the folder, if it is there. */
    private void findFilesIn(ConfigurationFolder folder) {
        for (var key : KEYS_OF_FILES) {
            var name = String.valueOf(section(key).getValue(nameIn(key)));
            folder.file(name).ifPresent(file -> put(key, file.toString()));
        }
    }

    private void put(String key, String value) {
        section(key).put(nameIn(key), value);
    }

    private JsonObject section(String key) {
        return values.getJsonObject(key.substring(0, key.indexOf('.')));
    }

    private static String nameIn(String key) {
        return key.substring(key.indexOf('.') + 1);
    }

    private static Set<String> keysOf(JsonObject configuration) {
        Set<String> keys = new LinkedHashSet<>();
        for (var section : configuration.fieldNames()) {
            if (!(configuration.getValue(section) instanceof JsonObject values)) {
                throw new IllegalArgumentException("Configuration section \"%s\" must hold keys".formatted(section));
            }
            values.fieldNames().forEach(key -> keys.add(section + "." + key));
        }
        return keys;
    }

    private static JsonObject read(String name, InputStream file) throws IOException {
        try (file) {
            return objectIn(name, YAML.readTree(file));
        } catch (JsonProcessingException quotesTheFile) {
            var place = quotesTheFile.getLocation();
            throw new IllegalArgumentException(("%s is not YAML, or names a key twice, at line %d, column %d;"
                            + " quote values with special characters")
                    .formatted(name, place.getLineNr(), place.getColumnNr()));
        }
    }

    private static JsonObject objectIn(String name, JsonNode yaml) {
        if (yaml.isMissingNode()) {
            return new JsonObject();
        }
        if (!yaml.isObject()) {
            throw new IllegalArgumentException(
                    "%s must hold sections, such as http and database, or cluster".formatted(name));
        }
        return new JsonObject(yaml.toString());
    }
}
