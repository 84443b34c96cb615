package dev.registrar.testing.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A reply or a response, and what a test expects of its document. A failed expectation shows the request and all that was
 * received.
 *
 * @param <R> the subclass, so that expectations can be chained
 */
public abstract class ReceivedDocument<R extends ReceivedDocument<R>> {
    private static final JsonMapper JSON = new JsonMapper();

    /** Parsed when first read: a test may read many values of one document. */
    private JsonNode json;

    public abstract int status();

    public abstract String body();

    /** The id of the request, which its errors have too. */
    protected abstract String requestId();

    /** The request and all that was received. */
    protected abstract String description();

    protected abstract R self();

    @CanIgnoreReturnValue
    public final R expectStatus(int status) {
        assertThat(status()).as(this::description).isEqualTo(status);
        return self();
    }

    /** Expects this value at a JSON pointer, as text; {@code null} for a JSON null. */
    @CanIgnoreReturnValue
    public final R expect(String pointer, String value) {
        var node = at(pointer);
        assertThat(node.isNull() ? null : node.asText())
                .as(() -> pointer + " of " + description())
                .isEqualTo(value);
        return self();
    }

    @CanIgnoreReturnValue
    public final R expectAbsent(String pointer) {
        assertThat(json().at(pointer).isMissingNode())
                .as(() -> pointer + " of " + description())
                .isTrue();
        return self();
    }

    /** Expects that one of the errors has this code and this {@code source} member. */
    @CanIgnoreReturnValue
    public R expectError(String code, String sourceMember, String place) {
        assertThat(errors()).as(this::description).anySatisfy(error -> {
            assertThat(error.path("code").asText()).isEqualTo(code);
            assertThat(error.path("source").path(sourceMember).asText("none")).isEqualTo(place);
            assertThat(error.path("detail").asText()).isNotBlank();
            assertThat(error.path("id").asText()).isEqualTo(requestId());
        });
        return self();
    }

    /** Expects that one of the errors has this code. */
    @CanIgnoreReturnValue
    public final R expectError(String code) {
        assertThat(errors())
                .as(this::description)
                .extracting(error -> error.path("code").asText())
                .contains(code);
        return self();
    }

    public final List<JsonNode> errors() {
        return list(at("/errors"));
    }

    /** Returns the value at this JSON pointer in each resource of the primary data. */
    public final List<String> each(String pointer) {
        return list(at("/data")).stream()
                .map(resource -> resource.at(pointer).asText())
                .toList();
    }

    public final String text(String pointer) {
        return at(pointer).asText();
    }

    public final String id() {
        return text("/data/id");
    }

    /** Returns the value at this JSON pointer, which must be there. */
    @CanIgnoreReturnValue
    public final JsonNode at(String pointer) {
        var node = json().at(pointer);
        assertThat(node.isMissingNode())
                .as(() -> pointer + " is missing in " + description())
                .isFalse();
        return node;
    }

    public final JsonNode json() {
        if (json == null) {
            json = parse(body(), description());
        }
        return json;
    }

    public static JsonNode parse(String body, String description) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError("Not JSON: " + description, e);
        }
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
