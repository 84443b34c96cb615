package dev.registrar.contract;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.resource.document.writing.LinkagePage;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.query.Filter.BySearch;
import dev.registrar.resource.query.Page;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the hand-written YAML files in {@code openapi} on the class path, and fills in the limits of the engine. */
final class ContractFiles {
    private static final YAMLMapper YAML = new YAMLMapper();

    private static final Map<String, Integer> LIMITS = Map.of(
            "default-page-size", Page.DEFAULT_SIZE,
            "max-page-size", Page.MAX_SIZE,
            "max-linkage", LinkagePage.SIZE,
            "max-words", BySearch.MAX_WORDS,
            "key-hours", (int) IdempotencyKey.RETENTION.toHours(),
            "max-errors", JsonApiException.MAX_ERRORS);

    private ContractFiles() {}

    static JsonObject read(String file) {
        return read(file, ContractFiles.class.getClassLoader());
    }

    static JsonObject read(String file, ClassLoader classPath) {
        try (var stream = only("openapi/" + file, classPath).openStream()) {
            return withLimits(new JsonObject(YAML.readValue(stream, new TypeReference<Map<String, Object>>() {})));
        } catch (IOException e) {
            throw new UncheckedIOException("openapi/" + file, e);
        }
    }

    /** Of two files with the same name, the order of the class path would choose one. */
    private static URL only(String name, ClassLoader classPath) throws IOException {
        var found = Collections.list(classPath.getResources(name));
        if (found.isEmpty()) {
            throw new IllegalArgumentException("There is no %s on the class path.".formatted(name));
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    "There is more than one %s on the class path; rename the resource type of one of them: %s."
                            .formatted(name, found.stream().map(URL::toString).collect(Collectors.joining(", "))));
        }
        return found.get(0);
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
