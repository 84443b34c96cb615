package dev.registrar.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.document.JsonApiSchema;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.StreamSupport;

/** A response of the service and the expectations of a test. A failed one shows the request and the whole response. */
public final class Response {
    private static final JsonMapper JSON = new JsonMapper();

    private final String request;
    private final HttpResponse<String> response;

    /** Parsed when first read: a test may read many values of one response. */
    private JsonNode json;

    /** Checks the response against the JSON:API schema and the contract, whatever else a test expects. */
    Response(String request, HttpResponse<String> response) {
        this.request = request;
        this.response = response;
        if (isDocument()) {
            JsonApiSchema.expectValid(json(), description());
        }
        ContractedResponses.expectKept(
                new ContractedResponses.Received(
                        request.replaceAll(" .*", ""),
                        response.uri().getPath(),
                        response.statusCode(),
                        response.headers()::firstValue,
                        this::json),
                description());
    }

    private boolean isDocument() {
        var mediaType = response.headers().firstValue("Content-Type").orElse("");
        var hasMediaType = mediaType.startsWith(Client.JSON_API)
                || (mediaType.equals("application/json") && request.contains("/v1/"));
        return hasMediaType && !body().isEmpty() && !request.contains("/v1/openapi");
    }

    public int status() {
        return response.statusCode();
    }

    @CanIgnoreReturnValue
    public Response expectStatus(int status) {
        assertThat(response.statusCode()).as(this::description).isEqualTo(status);
        return this;
    }

    @CanIgnoreReturnValue
    public Response expectHeader(String name, String value) {
        assertThat(response.headers().firstValue(name))
                .as(() -> name + " of " + description())
                .contains(value);
        return this;
    }

    public List<String> headers(String name) {
        return response.headers().allValues(name);
    }

    public boolean hasHeader(String name) {
        return response.headers().firstValue(name).isPresent();
    }

    public String header(String name) {
        return response.headers()
                .firstValue(name)
                .orElseThrow(() -> new AssertionError("No " + name + " in " + description()));
    }

    public String body() {
        return response.body();
    }

    /** Expects this value at a JSON pointer, as text; {@code null} for a JSON null. */
    @CanIgnoreReturnValue
    public Response expect(String pointer, String value) {
        var node = at(pointer);
        assertThat(node.isNull() ? null : node.asText())
                .as(() -> pointer + " of " + description())
                .isEqualTo(value);
        return this;
    }

    @CanIgnoreReturnValue
    public Response expectAbsent(String pointer) {
        assertThat(json().at(pointer).isMissingNode())
                .as(() -> pointer + " of " + description())
                .isTrue();
        return this;
    }

    /** Expects that one of the errors has this code and this {@code source} member. */
    @CanIgnoreReturnValue
    public Response expectError(String code, String sourceMember, String place) {
        assertThat(header("Content-Type")).startsWith(Client.JSON_API);
        assertThat(errors()).as(this::description).anySatisfy(error -> {
            assertThat(error.path("code").asText()).isEqualTo(code);
            assertThat(error.path("source").path(sourceMember).asText("none")).isEqualTo(place);
            assertThat(error.path("detail").asText()).isNotBlank();
            assertThat(error.path("id").asText()).isEqualTo(header("X-Request-Id"));
        });
        return this;
    }

    /** Expects that one of the errors has this code. */
    @CanIgnoreReturnValue
    public Response expectError(String code) {
        assertThat(errors())
                .as(this::description)
                .extracting(error -> error.path("code").asText())
                .contains(code);
        return this;
    }

    public List<JsonNode> errors() {
        return list(at("/errors"));
    }

    /** Returns the value at this JSON pointer in each resource of the primary data. */
    public List<String> each(String pointer) {
        return list(at("/data")).stream()
                .map(resource -> resource.at(pointer).asText())
                .toList();
    }

    public String text(String pointer) {
        return at(pointer).asText();
    }

    public String id() {
        return text("/data/id");
    }

    public JsonNode at(String pointer) {
        var node = json().at(pointer);
        assertThat(node.isMissingNode())
                .as(() -> pointer + " is missing in " + description())
                .isFalse();
        return node;
    }

    public JsonNode json() {
        if (json == null) {
            json = parse(response.body(), description());
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

    private String description() {
        return "%s: %s%n%s%n%s"
                .formatted(request, response.statusCode(), response.headers().map(), response.body());
    }
}
