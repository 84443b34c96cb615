package dev.registrar.server.testing.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.document.JsonApiSchema;
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
public final class BusMessage {
    private static final int LIMIT_SECONDS = 60;

    private final Vertx vertx;
    private final String address;
    private final Object body;
    private final DeliveryOptions options =
            new DeliveryOptions().setSendTimeout(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));

    private BusMessage(Vertx vertx, String address, Object body) {
        this.vertx = vertx;
        this.address = address;
        this.body = body;
    }

    public static BusMessage to(Service service, String address, Object body) {
        return new BusMessage(service.vertx(), address, body);
    }

    /** Adds a header; a second one with the same name does not replace the first. */
    public BusMessage withHeader(String name, String value) {
        options.addHeader(name, value);
        return this;
    }

    /** Sends the message and expects a successful reply. The contract must allow both. */
    public <T> Message<T> reply() {
        var headers = Optional.ofNullable(options.getHeaders()).orElseGet(MultiMap::caseInsensitiveMultiMap);
        BusContract.expectRequest(address, headers, body);
        var reply = this.<T>send();
        BusContract.expectReply(address, headers, reply.headers(), reply.body());
        return reply;
    }

    /** Sends the message and expects a failure with this code whose text is a JSON:API error document. */
    public List<JsonNode> expectErrors(int failureCode) {
        var failure = (ReplyException) Assertions.catchThrowableOfType(CompletionException.class, this::send)
                .getCause();
        var description = "%s: %s %s".formatted(address, failure.failureCode(), failure.getMessage());
        assertThat(failure.failureCode()).as(description).isEqualTo(failureCode);
        var document = Response.parse(failure.getMessage(), description);
        JsonApiSchema.expectValid(document, description);
        BusContract.expectValid("errors", MissingNode.getInstance(), document);
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
        assertThat(expectErrors(failureCode)).extracting(BusMessage::place).containsExactlyInAnyOrder(places);
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
