package dev.registrar.testing.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.testing.document.JsonApiSchema;
import dev.registrar.testing.document.ReceivedDocument;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.assertj.core.api.Assertions;

/** A message as a foreign verticle sends it: an address, headers and a body of any type, without classes of the product. */
public final class RawMessage {
    private static final int LIMIT_SECONDS = 60;

    private final Vertx vertx;
    private final String address;
    private final Object body;
    private final DeliveryOptions options =
            new DeliveryOptions().setSendTimeout(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));

    private final boolean isContracted;

    /** The contract must allow what is successful, and all errors, if the message is contracted. */
    RawMessage(Vertx vertx, String address, Object body, boolean isContracted) {
        this.vertx = vertx;
        this.address = address;
        this.body = body;
        this.isContracted = isContracted;
    }

    public static RawMessage to(Vertx vertx, String address, Object body) {
        return new RawMessage(vertx, address, body, false);
    }

    /** Adds a header; a second one with the same name does not replace the first. */
    @CanIgnoreReturnValue
    public RawMessage withHeader(String name, String value) {
        options.addHeader(name, value);
        return this;
    }

    /** Sends the message and expects a successful reply. */
    @CanIgnoreReturnValue
    public <T> Message<T> reply() {
        var reply = this.<T>send();
        if (isContracted) {
            BusContract.expectRequest(address, headers(), body);
            BusContract.expectReply(address, headers(), reply.headers(), reply.body());
        }
        return reply;
    }

    /** The headers of the message. */
    private MultiMap headers() {
        return Optional.ofNullable(options.getHeaders()).orElseGet(MultiMap::caseInsensitiveMultiMap);
    }

    /** Sends the message and expects a failure with this code whose text is a JSON:API error document. */
    @CanIgnoreReturnValue
    public List<JsonNode> expectErrors(int failureCode) {
        var failure = (ReplyException) Assertions.catchThrowableOfType(CompletionException.class, this::send)
                .getCause();
        var description = "%s: %s %s".formatted(address, failure.failureCode(), failure.getMessage());
        assertThat(failure.failureCode()).as(description).isEqualTo(failureCode);
        var document = ReceivedDocument.parse(failure.getMessage(), description);
        JsonApiSchema.expectValid(document, description);
        if (isContracted) {
            BusContract.expectValid("errors", MissingNode.getInstance(), document);
        }
        var errors = StreamSupport.stream(document.path("errors").spliterator(), false)
                .toList();
        assertThat(errors).as(description).isNotEmpty().allSatisfy(error -> {
            assertThat(error.path("id").asText()).isNotBlank();
            assertThat(error.path("detail").asText()).isNotBlank();
        });
        return errors;
    }

    /** Sends the message and expects a failure whose errors have exactly these places, such as {@code "pointer /query"}. */
    public void expectErrorsAt(int failureCode, String... places) {
        assertThat(expectErrors(failureCode)).extracting(RawMessage::place).containsExactlyInAnyOrder(places);
    }

    private static String place(JsonNode error) {
        var source = error.path("source").fields();
        if (!source.hasNext()) {
            return "";
        }
        var place = source.next();
        return place.getKey() + " " + place.getValue().asText();
    }

    private <T> Message<T> send() {
        return vertx.eventBus()
                .<T>request(address, body, options)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
