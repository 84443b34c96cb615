package dev.registrar.resource.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.testing.document.JsonApiSchema;
import dev.registrar.testing.document.ReceivedDocument;
import java.util.HashMap;
import java.util.Map;

/** A reply of a resource verticle, or its errors, and the expectations of a test. */
public final class Reply extends ReceivedDocument<Reply> {
    private final String request;
    private final String requestId;
    private final int status;
    private final String body;
    private final Map<String, String> headers = new HashMap<>();

    /** Checks the document against the JSON:API schema, whatever else a test expects. */
    private Reply(String request, String requestId, int status, String body) {
        this.request = request;
        this.requestId = requestId;
        this.status = status;
        this.body = body;
        if (!body.isEmpty()) {
            JsonApiSchema.expectValid(json(), description());
        }
    }

    static Reply of(String request, String requestId, ResourceReply reply) {
        var received =
                new Reply(request, requestId, reply.status(), reply.document().toString());
        reply.etag().ifPresent(tag -> received.headers.put("ETag", tag));
        reply.location().ifPresent(url -> received.headers.put("Location", url));
        reply.preferenceApplied().ifPresent(applied -> received.headers.put("Preference-Applied", applied));
        return received;
    }

    /** What the client of a caller gets in place of a reply; anything but errors for the caller fails the test. */
    static Reply of(String request, String requestId, Throwable failure) {
        if (failure instanceof ErrorReplyException errors) {
            return new Reply(
                    request, requestId, errors.status(), errors.errorsDocument().toString());
        }
        if (failure instanceof JsonApiException errors) {
            return new Reply(
                    request,
                    requestId,
                    errors.status(),
                    ErrorsDocument.of(errors.errors(), requestId).toString());
        }
        throw new AssertionError(request + " failed", failure);
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public String body() {
        return body;
    }

    @CanIgnoreReturnValue
    public Reply expectHeader(String name, String value) {
        assertThat(header(name)).as(() -> name + " of " + description()).isEqualTo(value);
        return this;
    }

    /** The value of a header that concerns the resource, such as {@code ETag}. */
    public String header(String name) {
        assertThat(headers).as(this::description).containsKey(name);
        return headers.get(name);
    }

    public Map<String, String> headers() {
        return headers;
    }

    public boolean hasHeader(String name) {
        return headers.containsKey(name);
    }

    @Override
    protected String requestId() {
        return requestId;
    }

    @Override
    protected String description() {
        return "%s: %s%n%s%n%s".formatted(request, status, headers, body);
    }

    @Override
    protected Reply self() {
        return this;
    }
}
