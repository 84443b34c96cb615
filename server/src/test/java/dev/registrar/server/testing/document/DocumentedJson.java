package dev.registrar.server.testing.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares JSON with an example in the documentation. In the example, "…" stands for anything that varies or is left
 * out: in a text for some of its characters, as a member for any other members, and as the last element of an array for
 * any further elements. An id stands for any id.
 */
public final class DocumentedJson {
    private static final String ELLIPSIS = "…";
    private static final String ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private DocumentedJson() {}

    /** Expects that the actual JSON is like the example; the place names it in a failure. */
    public static void expectLike(JsonNode example, JsonNode actual, String place) {
        if (example.isTextual()) {
            assertThat(actual.asText()).as(place).matches(pattern(example.textValue()));
        } else if (example.isObject()) {
            expectMembers(example, actual, place);
        } else if (example.isArray()) {
            expectElements(example, actual, place);
        } else {
            assertThat(actual).as(place).isEqualTo(example);
        }
    }

    /** Returns a regular expression for text like that of an example. */
    public static String pattern(String example) {
        return Arrays.stream(example.split(ELLIPSIS, -1))
                .map(DocumentedJson::withAnyIds)
                .collect(Collectors.joining("[\\s\\S]*"));
    }

    private static String withAnyIds(String text) {
        return Arrays.stream(text.split(ID, -1)).map(Pattern::quote).collect(Collectors.joining(ID));
    }

    private static void expectMembers(JsonNode example, JsonNode actual, String place) {
        if (!example.has(ELLIPSIS)) {
            assertThat(actual.fieldNames())
                    .toIterable()
                    .as("members of " + place)
                    .containsExactlyInAnyOrderElementsOf(example::fieldNames);
        }
        example.properties().stream()
                .filter(member -> !member.getKey().equals(ELLIPSIS))
                .forEach(member ->
                        expectLike(member.getValue(), actual.path(member.getKey()), place + "/" + member.getKey()));
    }

    private static void expectElements(JsonNode example, JsonNode actual, String place) {
        var size = example.size();
        if (size > 0 && example.get(size - 1).asText().equals(ELLIPSIS)) {
            size--;
            assertThat(actual.size()).as("size of " + place).isGreaterThan(size);
        } else {
            assertThat(actual.size()).as("size of " + place).isEqualTo(size);
        }
        for (var index = 0; index < size; index++) {
            expectLike(example.get(index), actual.path(index), place + "/" + index);
        }
    }
}
