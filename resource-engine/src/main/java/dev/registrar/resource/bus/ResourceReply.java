package dev.registrar.resource.bus;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The reply of a resource verticle.
 *
 * @param status the HTTP status, 200 to 299, or 304
 * @param document the bytes of the JSON:API document; empty for a status without content
 * @param etag the entity tag of the document at the URL of the request, or at the location
 * @param location the URL of the created or accepted resource
 * @param retryAfter after how many seconds to read the resource again; empty if nothing will change without a request
 * @param preferenceApplied the preferences of the request that were applied
 * @param stream the address that offers the chunks of an exported file, in place of a document
 */
public record ResourceReply(
        int status,
        Buffer document,
        Optional<String> etag,
        Optional<String> location,
        OptionalInt retryAfter,
        Optional<String> preferenceApplied,
        Optional<String> stream) {
    private static final Pattern STATUS = Pattern.compile("2\\d\\d|304");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    /** What the value of an HTTP header may be (RFC 9110, 5.5). */
    private static final Pattern TEXT = Pattern.compile("[\\t -~\\x80-\\xFF]*");

    public static ResourceReply ok(Buffer document) {
        return of(200, document);
    }

    public static ResourceReply created(Buffer document, String location) {
        return of(201, document).withLocation(location);
    }

    public static ResourceReply accepted(Buffer document, String location, OptionalInt retryAfter) {
        return of(202, document).withLocation(location).withRetryAfter(retryAfter);
    }

    public static ResourceReply noContent() {
        return of(204, Buffer.buffer());
    }

    static ResourceReply notModified(String etag) {
        return of(304, Buffer.buffer()).withEtag(etag);
    }

    public static ResourceReply stream(String address) {
        return new ResourceReply(
                200,
                Buffer.buffer(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(address));
    }

    private static ResourceReply of(int status, Buffer document) {
        return new ResourceReply(
                status,
                document,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public ResourceReply withEtag(String entityTag) {
        return new ResourceReply(
                status, document, Optional.of(entityTag), location, retryAfter, preferenceApplied, stream);
    }

    public ResourceReply withRetryAfter(OptionalInt seconds) {
        return new ResourceReply(status, document, etag, location, seconds, preferenceApplied, stream);
    }

    public ResourceReply withPreferenceApplied(String preferences) {
        return new ResourceReply(status, document, etag, location, retryAfter, Optional.of(preferences), stream);
    }

    private ResourceReply withLocation(String url) {
        return new ResourceReply(status, document, etag, Optional.of(url), retryAfter, preferenceApplied, stream);
    }

    /** Sends this reply to the sender of a message: as it is if the request came as an object of this node. */
    public void sendTo(Message<?> message) {
        if (message.body() instanceof ResourceRequest) {
            message.reply(this);
        } else {
            message.reply(document, new DeliveryOptions().setHeaders(headers()));
        }
    }

    private MultiMap headers() {
        var headers = MultiMap.caseInsensitiveMultiMap()
                .add(ResourceBus.VERSION, ResourceBus.VERSION_1)
                .add(ResourceBus.STATUS, Integer.toString(status));
        etag.ifPresent(tag -> headers.add(ResourceBus.ETAG, tag));
        location.ifPresent(url -> headers.add(ResourceBus.LOCATION, url));
        retryAfter.ifPresent(seconds -> headers.add(ResourceBus.RETRY_AFTER, Integer.toString(seconds)));
        preferenceApplied.ifPresent(applied -> headers.add(ResourceBus.PREFERENCE_APPLIED, applied));
        stream.ifPresent(address -> headers.add(ResourceBus.STREAM, address));
        return headers;
    }

    /**
     * Reads a reply. Any verticle may have sent it.
     *
     * @throws IllegalArgumentException when it violates the contract
     */
    public static ResourceReply of(Message<?> message) {
        if (message.body() instanceof ResourceReply ofThisNode) {
            return ofThisNode;
        }
        if (!(message.body() instanceof Buffer document)) {
            throw new IllegalArgumentException(
                    "A verticle replied with %s, which is not a document".formatted(message.body()));
        }
        var headers = message.headers();
        return new ResourceReply(
                Integer.parseInt(read(headers, ResourceBus.STATUS, STATUS)
                        .orElseThrow(() -> new IllegalArgumentException("A verticle replied without a status"))),
                document,
                read(headers, ResourceBus.ETAG, Preconditions.ENTITY_TAG),
                read(headers, ResourceBus.LOCATION, TEXT),
                read(headers, ResourceBus.RETRY_AFTER, SECONDS)
                        .map(seconds -> OptionalInt.of(Integer.parseInt(seconds)))
                        .orElseGet(OptionalInt::empty),
                read(headers, ResourceBus.PREFERENCE_APPLIED, TEXT),
                read(headers, ResourceBus.STREAM, TEXT));
    }

    private static Optional<String> read(MultiMap headers, String name, Pattern form) {
        var value = Optional.ofNullable(headers.get(name));
        if (value.isPresent() && !form.matcher(value.get()).matches()) {
            throw new IllegalArgumentException("A verticle replied with %s: %s".formatted(name, value.get()));
        }
        return value;
    }
}
