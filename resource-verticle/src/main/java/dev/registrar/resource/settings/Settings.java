package dev.registrar.resource.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the records that hold settings. Keys are in kebab-case; durations are written {@code 500 ms} or {@code 2 s}. */
public final class Settings {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .addModule(new SimpleModule().addDeserializer(Duration.class, new DurationReader()))
            .build();

    private Settings() {}

    /**
     * Reads a record of settings.
     *
     * @throws IllegalArgumentException naming the key, when one is unknown, missing or has a wrong value
     */
    public static <T> T read(JsonObject json, Class<T> recordType) {
        try {
            return MAPPER.readValue(json.encode(), recordType);
        } catch (ValueInstantiationException e) {
            // The record says itself which of its keys do not go together.
            throw new IllegalArgumentException(e.getCause().getMessage(), e);
        } catch (JsonMappingException e) {
            var key = e.getPath().stream()
                    .map(JsonMappingException.Reference::getFieldName)
                    .collect(Collectors.joining("."));
            throw new IllegalArgumentException("Configuration key \"%s\": %s".formatted(key, explain(e)), e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The configuration cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private static String explain(JsonMappingException failure) {
        return failure instanceof MismatchedInputException mismatch
                        && mismatch.getTargetType() != null
                        && mismatch.getTargetType().isEnum()
                ? "it must be one of " + String.join(", ", names(mismatch.getTargetType()))
                : failure.getOriginalMessage();
    }

    private static List<String> names(Class<?> enumType) {
        return Stream.of(enumType.getEnumConstants())
                .map(constant -> MAPPER.convertValue(constant, String.class))
                .toList();
    }

    /**
     * Reads one duration by its key, such as {@code http.reply-timeout}.
     *
     * @param config all sections of the configuration
     * @throws IllegalArgumentException naming the key, when it is missing or no duration
     */
    public static Duration duration(JsonObject config, String key) {
        var dot = key.indexOf('.');
        var text = String.valueOf(config.getJsonObject(key.substring(0, dot)).getValue(key.substring(dot + 1)));
        return Durations.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Configuration key \"%s\": %s".formatted(key, Durations.refuse(text))));
    }

    private static final class DurationReader extends StdDeserializer<Duration> {
        private static final long serialVersionUID = 1L;

        DurationReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            var text = parser.getText();
            var duration = Durations.parse(text);
            if (duration.isEmpty()) {
                throw JsonMappingException.from(parser, Durations.refuse(text));
            }
            return duration.get();
        }
    }
}
