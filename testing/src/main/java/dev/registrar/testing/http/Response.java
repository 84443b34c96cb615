package dev.registrar.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.testing.document.JsonApiSchema;
import dev.registrar.testing.document.ReceivedDocument;
import java.net.http.HttpResponse;
import java.util.List;

/** A response of the service and the expectations of a test. */
public final class Response extends ReceivedDocument<Response> {
    private final String request;
    private final HttpResponse<String> response;

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

    @Override
    public int status() {
        return response.statusCode();
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

    @Override
    public String body() {
        return response.body();
    }

    @Override
    @CanIgnoreReturnValue
    public Response expectError(String code, String sourceMember, String place) {
        assertThat(header("Content-Type")).startsWith(Client.JSON_API);
        return super.expectError(code, sourceMember, place);
    }

    @Override
    protected String requestId() {
        return header("X-Request-Id");
    }

    @Override
    protected String description() {
        return "%s: %s%n%s%n%s"
                .formatted(request, response.statusCode(), response.headers().map(), response.body());
    }

    @Override
    protected Response self() {
        return this;
    }
}
