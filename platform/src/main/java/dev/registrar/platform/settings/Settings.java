package dev.registrar.platform.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.NamingBase;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.VertxModule;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads settings into records. Keys are in kebab-case; durations are written as {@code 500 ms}, {@code 2 s},
 * {@code 5 min} or {@code 24 h}, of at most 100 years.
 */
public final class Settings {
    private static final NamingBase NAMING = (NamingBase) PropertyNamingStrategies.KEBAB_CASE;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(NAMING)
            .withCoercionConfig(
                    LogicalType.Integer,
                    config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail))
            .withCoercionConfig(
                    LogicalType.Boolean,
                    config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
            .addModule(new VertxModule())
            .addModule(new SimpleModule().addDeserializer(Duration.class, new DurationReader()))
            .build();

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?(ms|s|min|h)");

    private static final Map<String, Duration> UNITS = Map.of(
            "ms",
            Duration.ofMillis(1),
            "s",
            Duration.ofSeconds(1),
            "min",
            Duration.ofMinutes(1),
            "h",
            Duration.ofHours(1));

    /** As nanoseconds, in which the service measures times, much longer ones would not fit into a long. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** The name of an entry. No number, because it could be taken for a position. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w.$:-]{0,199}");

    private static final Map<Class<?>, String> DESCRIPTIONS = Map.of(
            Duration.class, "a duration such as 500 ms, 2 s, 5 min or 24 h",
            boolean.class, "true or false",
            int.class, "a whole number",
            long.class, "a whole number",
            double.class, "a number",
            List.class, "a list",
            Map.class, "a section of keys");

    private Settings() {}

    /**
     * Reads a record of settings from a section of the configuration. A component that is itself a record is a part
     * of it, with keys of the same section. Each key that is unknown or missing, or has a wrong value, is an error.
     */
    public static <T extends Record> T read(JsonObject config, String section, Class<T> recordType) {
        var errors = new SettingsErrors();
        var wrong = wrongValues(config, section, recordType);
        wrong.values().forEach(errors::addAll);
        var values = config.getJsonObject(section).getMap();
        var known = keysOf(recordType).keySet();
        values.keySet().stream()
                .filter(key -> !known.contains(key) && !TimeLimits.KEYS.contains(section + "." + key))
                .sorted()
                .forEach(key -> errors.add("There is no configuration key \"%s.%s\"".formatted(section, key)));
        if (wrong.isEmpty()) {
            partsOf(recordType).forEach(part -> errors.collectFrom(() -> read(values, section, part)));
        }
        errors.throwIfAny();
        return read(values, section, recordType);
    }

    /**
     * Reads a list of records. The keys of an entry are those of the record, some of which have defaults; errors name
     * an entry as {@link #placesOf} does.
     */
    public static <T extends Record> List<T> readList(
            JsonObject config, String key, JsonObject defaults, Class<T> recordType) {
        var errors = new SettingsErrors();
        List<T> read = new ArrayList<>();
        List<?> entries = value(config, key, List.class);
        var places = placesOf(key, entries);
        for (var i = 0; i < entries.size(); i++) {
            var place = places.get(i);
            var entry = entries.get(i);
            errors.collect(() -> read.add(readEntry(place, entry, defaults, recordType)));
        }
        errors.throwIfAny();
        return read;
    }

    private static <T extends Record> T readEntry(
            String place, Object entry, JsonObject defaults, Class<T> recordType) {
        Map<String, Object> values = new LinkedHashMap<>(defaults.getMap());
        Map<?, ?> own = convert(entry, Map.class, place);
        own.forEach((name, value) -> values.put(String.valueOf(name), value));
        return read(new JsonObject().put(place, new JsonObject(values)), place, recordType);
    }

    /**
     * The places of the entries of a list, for errors. An entry that has a name is found by it, as in
     * {@code webhooks.endpoints[library]}; one without, or with that of another entry, by its position from 0, as in
     * {@code webhooks.endpoints[2]}.
     */
    public static List<String> placesOf(String key, List<?> entries) {
        var names = entries.stream().map(Settings::nameOf).toList();
        return IntStream.range(0, names.size())
                .mapToObj(position -> {
                    var name = names.get(position).filter(own -> Collections.frequency(names, Optional.of(own)) == 1);
                    return "%s[%s]".formatted(key, name.orElse(Integer.toString(position)));
                })
                .toList();
    }

    private static Optional<String> nameOf(Object entry) {
        var members = entry instanceof JsonObject object ? object.getMap() : entry;
        return members instanceof Map<?, ?> map
                        && map.get("name") instanceof String name
                        && NAME.matcher(name).matches()
                ? Optional.of(name)
                : Optional.empty();
    }

    /**
     * The elements of a list in one text, separated by commas, without white space around them; empty ones are left
     * out.
     */
    public static List<String> elementsOf(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }

    /** Reads each element of a list in one text; fails with the errors of all elements. */
    public static <T> List<T> readElements(String text, Function<String, T> reading) {
        var errors = new SettingsErrors();
        List<T> read = new ArrayList<>();
        elementsOf(text).forEach(element -> errors.collect(() -> read.add(reading.apply(element))));
        errors.throwIfAny();
        return List.copyOf(read);
    }

    /**
     * Returns the errors of the values that are missing or of the wrong type, by key, such as {@code http.port}. Rules
     * that the record has for its values are not checked.
     */
    public static Map<String, List<String>> wrongValues(
            JsonObject config, String section, Class<? extends Record> recordType) {
        Map<String, List<String>> wrong = new LinkedHashMap<>();
        keysOf(recordType).forEach((name, type) -> {
            var key = section + "." + name;
            var errors = new SettingsErrors();
            errors.collectFrom(() -> value(config, key, type));
            if (!errors.all().isEmpty()) {
                wrong.put(key, errors.all());
            }
        });
        return wrong;
    }

    private static <T> T read(Map<String, Object> values, String section, Class<T> recordType) {
        return convert(nest(values, recordType), recordType, "section " + section);
    }

    /** The keys of a record and of its parts, with their types. */
    private static Map<String, Class<?>> keysOf(Class<?> recordType) {
        Map<String, Class<?>> keys = new LinkedHashMap<>();
        for (var component : recordType.getRecordComponents()) {
            if (component.getType().isRecord()) {
                keys.putAll(keysOf(component.getType()));
            } else {
                keys.put(keyOf(component), component.getType());
            }
        }
        return keys;
    }

    /** A record and the records that are components of it, the innermost first. */
    private static Stream<Class<?>> partsOf(Class<?> recordType) {
        var inner = Stream.of(recordType.getRecordComponents())
                .<Class<?>>map(RecordComponent::getType)
                .filter(Class::isRecord)
                .flatMap(Settings::partsOf);
        return Stream.concat(inner, Stream.of(recordType));
    }

    /** The values of a section, those of each part in a map of their own. */
    private static Map<String, Object> nest(Map<String, Object> values, Class<?> recordType) {
        Map<String, Object> nested = new HashMap<>();
        for (var component : recordType.getRecordComponents()) {
            var key = keyOf(component);
            nested.put(key, component.getType().isRecord() ? nest(values, component.getType()) : values.get(key));
        }
        return nested;
    }

    private static String keyOf(RecordComponent component) {
        return NAMING.translate(component.getName());
    }

    /**
     * Reads one value of the configuration by its key, such as {@code http.reply-timeout}; fails when it is missing
     * or wrong.
     */
    public static <T> T value(JsonObject config, String key, Class<T> type) {
        var dot = key.lastIndexOf('.');
        return convert(config.getJsonObject(key.substring(0, dot)).getValue(key.substring(dot + 1)), type, key);
    }

    private static <T> T convert(Object value, Class<T> type, String key) {
        if (value == null) {
            throw error("%s must be %s".formatted(key, description(type)));
        }
        if (type.isPrimitive() && value instanceof String text && text.chars().anyMatch(character -> character > 127)) {
            throw wrongType(value, type, key); // Jackson takes the digits of all scripts.
        }
        try {
            return MAPPER.convertValue(value, type);
        } catch (IllegalArgumentException e) {
            if (e.getCause() instanceof ValueInstantiationException rejected) {
                throw asSettingsException(rejected.getCause());
            }
            throw wrongType(value, type, key);
        }
    }

    private static InvalidSettingsException wrongType(Object value, Class<?> type, String key) {
        return error("%s must be %s%s".formatted(key, description(type), excerpt(value, type)));
    }

    /** The record's constructor checks rules between several keys; its exception says which one is broken. */
    private static InvalidSettingsException asSettingsException(Throwable cause) {
        return cause instanceof InvalidSettingsException known ? known : error(cause.getMessage());
    }

    private static InvalidSettingsException error(String error) {
        return new InvalidSettingsException(Set.of(error));
    }

    private static String description(Class<?> type) {
        return type.isEnum() ? "one of " + names(type) : DESCRIPTIONS.getOrDefault(type, "a text");
    }

    private static String names(Class<?> enumType) {
        return Stream.of(enumType.getEnumConstants())
                .map(constant -> MAPPER.convertValue(constant, String.class))
                .collect(Collectors.joining(", "));
    }

    /**
     * Every password setting is of type text or part of a list, so a wrong value that is shown here is never a
     * password.
     */
    private static String excerpt(Object value, Class<?> type) {
        if (type == List.class || type == Map.class) {
            return "";
        }
        return value instanceof CharSequence || value instanceof Number || value instanceof Boolean
                ? ", not \"%s\"".formatted(value)
                : ", not a list or a section";
    }

    private static final class DurationReader extends StdDeserializer<Duration> {
        private static final long serialVersionUID = 1L;

        DurationReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Optional.of(DURATION.matcher(parser.getText()))
                    .filter(Matcher::matches)
                    .map(matched -> UNITS.get(matched.group(2)).multipliedBy(Long.parseLong(matched.group(1))))
                    .filter(duration -> duration.compareTo(LONGEST) <= 0)
                    .orElseThrow(() -> JsonMappingException.from(parser, "Not a duration"));
        }
    }
}
