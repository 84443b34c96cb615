package dev.registrar.server.configuration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.platform.operations.ClassPathFile;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The configuration: the defaults, overridden by the operator's files, environment variables and system properties, in
 * this order. Classes that read values also validate them.
 */
public final class Configuration {
    /** The files of the service and of its cluster. */
    private static final List<String> FILES = List.of("registrar.yaml", "cluster.yaml");

    private static final String PROPERTY_PREFIX = "registrar.";
    private static final List<String> KEYS_OF_FILES = List.of(
            "http.tls-certificate",
            "http.tls-key",
            "authentication.users-file",
            "enrollment.decider-ca",
            "verticles.folder",
            "cluster.tls-certificate",
            "cluster.tls-key",
            "cluster.tls-authority");

    private static final YAMLMapper YAML = YAMLMapper.builder(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private final JsonObject values;
    private final Set<String> keys;
    private final SettingsErrors errors = new SettingsErrors();
    private boolean isComplete = true;

    /** By key: the origin of its value, or where its file was looked for. */
    private final Map<String, String> notes = new LinkedHashMap<>();

    private final EnvironmentVariables variables;

    private Configuration(JsonObject defaults, Map<String, String> environment) {
        values = defaults;
        keys = keysOf(defaults);
        variables = new EnvironmentVariables(environment, keys, errors);
    }

    /** Returns the defaults with these overrides. */
    public static Configuration load(Map<String, String> environment, Properties properties) {
        return load(new ConfigurationFolder(Optional.empty()), environment, properties);
    }

    /**
     * Reads {@code registrar.yaml} and {@code cluster.yaml} in the folder, which must exist. Keys that they do not
     * contain have their defaults.
     */
    public static Configuration load(
            ConfigurationFolder folder, Map<String, String> environment, Properties properties) {
        folder.requireExists();
        var configuration = new Configuration(defaults(), environment);
        FILES.forEach(name -> folder.find(name).ifPresent(configuration::takeFile));
        configuration.takeEnvironment();
        configuration.takeProperties(properties);
        configuration.findFilesIn(folder);
        return configuration;
    }

    /** Overrides the name of a file by an option of the command line. */
    public void override(String key, Path file, String option) {
        put(key, file.toAbsolutePath().toString(), "the option " + option);
    }

    /** The sections, without the values that the {@link #errors} are about. */
    public JsonObject values() {
        return values;
    }

    /** Files that cannot be read, and unknown names. Values are not repeated, because they may be passwords. */
    public List<String> errors() {
        return errors.all();
    }

    /** Adds to a problem with a key which variable or system property has set it, or where its file was looked for. */
    public String explain(String error) {
        var explanations = notes.entrySet().stream()
                .filter(note -> names(error, note.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return explanations.isEmpty() ? error : "%s (%s)".formatted(error, String.join("; ", explanations));
    }

    private static boolean names(String error, String key) {
        return Pattern.compile("(?<![\\w.-])%s(?![\\w-])".formatted(Pattern.quote(key)))
                .matcher(error)
                .find();
    }

    /** Returns false if a file could not be read, so that its values are missing. */
    public boolean isComplete() {
        return isComplete;
    }

    /** The sections with their defaults. */
    public static JsonObject defaults() {
        var defaults = new JsonObject();
        FILES.forEach(
                name -> defaults.mergeIn(read(name, ClassPathFile.read(name).toString())));
        return defaults;
    }

    private void takeFile(Path file) {
        var name = file.getFileName().toString();
        try {
            contentOf(file).forEach(section -> takeSection(name, section.getKey(), section.getValue()));
        } catch (IllegalArgumentException unreadable) {
            isComplete = false;
            errors.add(unreadable.getMessage());
        }
    }

    private void takeSection(String file, String section, Object content) {
        if (content instanceof JsonObject found) {
            found.forEach(value -> takeKey(file, section + "." + value.getKey(), value.getValue()));
        } else if (values.containsKey(section)) {
            errors.add("In %s, the section \"%s\" must contain keys".formatted(file, section));
        } else {
            rejectUnknown("The configuration key \"%s\" in %s".formatted(section, file), section, values.fieldNames());
        }
    }

    private void takeKey(String file, String key, Object value) {
        if (keys.contains(key)) {
            section(key).put(nameIn(key), variables.resolve(key, value));
        } else {
            rejectUnknown("The configuration key \"%s\" in %s".formatted(key, file), key, keys);
        }
    }

    private static JsonObject contentOf(Path file) {
        try {
            return read(file.getFileName().toString(), Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "%s cannot be read; it must be a file in UTF-8 that this process may read".formatted(file), e);
        }
    }

    private void takeEnvironment() {
        variables.values().forEach((name, value) -> {
            if (variables.keys().containsKey(name)) {
                put(variables.keys().get(name), value, "the environment variable " + name);
            } else if (variables.isUnknown(name, value)) {
                rejectUnknown(
                        "The environment variable " + name,
                        name,
                        variables.keys().keySet());
            }
        });
    }

    private void takeProperties(Properties properties) {
        for (var name : new TreeSet<>(properties.stringPropertyNames())) {
            if (name.startsWith(PROPERTY_PREFIX)) {
                var key = name.substring(PROPERTY_PREFIX.length());
                if (keys.contains(key)) {
                    put(key, properties.getProperty(name), "the system property " + name);
                } else {
                    rejectUnknown("The system property " + name, key, keys);
                }
            }
        }
    }

    private void rejectUnknown(String what, String name, Collection<String> known) {
        var nearest = Misspelling.of(name, known);
        errors.add(what + " is unknown"
                + nearest.map(meant -> "; did you mean " + meant + "?").orElse(""));
    }

    /** Relative file names refer to the folder if the file exists there. */
    private void findFilesIn(ConfigurationFolder folder) {
        for (var key : KEYS_OF_FILES) {
            try {
                findFileIn(folder, key);
            } catch (InvalidPathException e) {
                errors.add(notAFileName(key));
            }
        }
    }

    /** The error in an option or key whose value is not a file name for this JVM. */
    public static String notAFileName(String name) {
        return name + " has a character that file names cannot have in the locale of this process; if that is a letter,"
                + " set LC_ALL=C.UTF-8";
    }

    private void findFileIn(ConfigurationFolder folder, String key) {
        var name = String.valueOf(section(key).getValue(nameIn(key)));
        var found = folder.find(name);
        if (found.isPresent()) {
            section(key).put(nameIn(key), found.get().toString());
        } else if (isMissing(name)) {
            notes.merge(key, "looked for in " + folder.search(), (origin, place) -> "%s; %s".formatted(origin, place));
        }
    }

    private static boolean isMissing(String name) {
        var path = Path.of(name);
        return !name.isBlank() && !path.isAbsolute() && !Files.exists(path);
    }

    private void put(String key, String value, String origin) {
        var isList = section(key).getValue(nameIn(key)) instanceof JsonArray;
        section(key).put(nameIn(key), isList ? listIn(key, value) : value);
        notes.put(key, "%s is set by %s".formatted(key, origin));
    }

    /**
     * Reads a list, which a variable contains in YAML as a file does. Returns anything else as it is, to be reported
     * later.
     */
    private Object listIn(String key, String value) {
        try {
            var yaml = YAML.readTree(value);
            return yaml.isArray() ? variables.resolve(key, new JsonArray(yaml.toString())) : value;
        } catch (JsonProcessingException malformed) {
            return value;
        }
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
            configuration.getJsonObject(section).fieldNames().forEach(key -> keys.add(section + "." + key));
        }
        return keys;
    }

    private static JsonObject read(String name, String content) {
        try {
            return objectIn(name, YAML.readTree(content));
        } catch (JsonProcessingException quotesTheFile) {
            var place = quotesTheFile.getLocation();
            throw new IllegalArgumentException(("%s is not valid YAML, or contains a key twice, at line %s, column %s;"
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
                    "%s must contain sections such as http, database or cluster".formatted(name));
        }
        return new JsonObject(yaml.toString());
    }
}
