package dev.registrar.resource.bus;

import dev.registrar.resource.document.Integers;
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
 */
public record ResourceReply(
        int status,
        Buffer document,
        Optional<String> etag,
        Optional<String> location,
        OptionalInt retryAfter,
        Optional<String> preferenceApplied) {
    private static final int NOT_MODIFIED = 304;

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
        return of(NOT_MODIFIED, Buffer.buffer()).withEtag(etag);
    }

    private static ResourceReply of(int status, Buffer document) {
        return new ResourceReply(
                status, document, Optional.empty(), Optional.empty(), OptionalInt.empty(), Optional.empty());
    }

    public ResourceReply withEtag(String entityTag) {
        return new ResourceReply(status, document, Optional.of(entityTag), location, retryAfter, preferenceApplied);
    }

    public ResourceReply withRetryAfter(OptionalInt seconds) {
        return new ResourceReply(status, document, etag, location, seconds, preferenceApplied);
    }

    public ResourceReply withPreferenceApplied(String preferences) {
        return new ResourceReply(status, document, etag, location, retryAfter, Optional.of(preferences));
    }

    private ResourceReply withLocation(String url) {
        return new ResourceReply(status, document, etag, Optional.of(url), retryAfter, preferenceApplied);
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
        var headers = message.headers();
        return new ResourceReply(
                statusIn(headers),
                documentIn(message),
                etagIn(headers),
                textIn(headers, ResourceBus.LOCATION),
                headers.contains(ResourceBus.RETRY_AFTER)
                        ? OptionalInt.of(numberIn(headers, ResourceBus.RETRY_AFTER))
                        : OptionalInt.empty(),
                textIn(headers, ResourceBus.PREFERENCE_APPLIED));
    }

    private static int statusIn(MultiMap headers) {
        var status = numberIn(headers, ResourceBus.STATUS);
        if ((status < 200 || status > 299) && status != NOT_MODIFIED) {
            throw new IllegalArgumentException("A verticle replied with the status %s".formatted(status));
        }
        return status;
    }

    private static int numberIn(MultiMap headers, String name) {
        return Optional.ofNullable(headers.get(name))
                .flatMap(Integers::parse)
                .filter(number -> number >= 0)
                .orElseThrow(() -> new IllegalArgumentException(
                        "A verticle replied with %s: %s".formatted(name, headers.get(name))));
    }

    private static Optional<String> etagIn(MultiMap headers) {
        var etag = Optional.ofNullable(headers.get(ResourceBus.ETAG));
        if (etag.isPresent() && !Preconditions.isEntityTag(etag.get())) {
            throw new IllegalArgumentException("A verticle replied with a malformed entity tag: " + etag.get());
        }
        return etag;
    }

    private static Optional<String> textIn(MultiMap headers, String name) {
        var text = Optional.ofNullable(headers.get(name));
        if (text.isPresent() && !TEXT.matcher(text.get()).matches()) {
            throw new IllegalArgumentException(
                    "A verticle replied with a header %s that HTTP does not allow: %s".formatted(name, text.get()));
        }
        return text;
    }

    private static Buffer documentIn(Message<?> message) {
        if (message.body() instanceof Buffer document) {
            return document;
        }
        throw new IllegalArgumentException(
                "A verticle replied with %s, which is not a document".formatted(message.body()));
    }
}
