package dev.registrar.contract;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.query.Filter.BySearch;
import dev.registrar.resource.query.Page;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;

/** Reads the hand-written YAML files in {@code openapi} on the class path, and fills in the limits of the engine. */
final class ContractFiles {
    private static final YAMLMapper YAML = new YAMLMapper();

    private static final Map<String, Integer> LIMITS = Map.of(
            "default-page-size", Page.DEFAULT_SIZE,
            "max-page-size", Page.MAX_SIZE,
            "max-words", BySearch.MAX_WORDS,
            "key-hours", (int) IdempotencyKey.RETENTION.toHours(),
            "max-errors", JsonApiException.MAX_ERRORS);

    private ContractFiles() {}

    static JsonObject read(String file) {
        try (var stream = ContractFiles.class.getResourceAsStream("/openapi/" + file)) {
            if (stream == null) {
                throw new IllegalArgumentException("There is no openapi/%s on the class path.".formatted(file));
            }
            return withLimits(new JsonObject(YAML.readValue(stream, new TypeReference<Map<String, Object>>() {})));
        } catch (IOException e) {
            throw new UncheckedIOException("openapi/" + file, e);
        }
    }

    /** Replaces each name in braces. */
    static JsonObject fill(JsonObject template, Map<String, String> names) {
        var text = template.encode();
        for (var name : names.entrySet()) {
            text = text.replace("{" + name.getKey() + "}", name.getValue());
        }
        return new JsonObject(text);
    }

    /** A limit on its own becomes a number; a limit in a sentence is formatted for people, such as 5,000. */
    private static JsonObject withLimits(JsonObject json) {
        var text = json.encode();
        for (var limit : LIMITS.entrySet()) {
            text = text.replace(
                            "\"{%s}\"".formatted(limit.getKey()),
                            limit.getValue().toString())
                    .replace("{%s}".formatted(limit.getKey()), String.format(Locale.ROOT, "%,d", limit.getValue()));
        }
        return new JsonObject(text);
    }
}
