package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reads a request, which any verticle may have sent, and reports all violations of the contract: headers that are
 * missing, malformed, repeated, or not allowed for the action, and those in the body. Unknown headers are ignored,
 * because Vert.x adds some for tracing.
 */
public final class RequestReader {
    /** How many bytes larger than its document a message may be. */
    private static final int ENVELOPE_BYTES = 131_072;

    /** The maximum length of all headers together over HTTP. */
    private static final int MAX_LENGTH = 8_192;

    private static final Pattern MILLISECONDS = Pattern.compile("[1-9]\\d{0,8}");
    private static final Pattern BYTES = Pattern.compile("0|[1-9]\\d{0,8}");
    private static final List<String> ACTIONS =
            Arrays.stream(Action.values()).map(Action::headerValue).toList();

    /** How long the file of an import may take to arrive; it ends earlier when no more of it arrives. */
    public static final Duration LONGEST_UPLOAD = Duration.ofMinutes(30);

    private final Message<?> message;
    private final BusSettings settings;
    private final ErrorCollector errors = new ErrorCollector();

    /** Empty, with an error added, when it is missing or unknown. */
    private final Optional<Action> action;

    private final Optional<Buffer> bytes;

    private final Optional<String> id;
    private final Optional<String> relationship;
    private final Preconditions preconditions;
    private final Preferences preferences;
    private final Optional<String> idempotencyKey;
    private final Optional<FileFormat> format;
    private final Optional<String> stream;
    private final Optional<Integer> documentLength;
    private final Deadline deadline;
    private Optional<String> requestId = Optional.empty();

    /** Reads only the headers of a message, when it arrives, because its timeout starts then. */
    public RequestReader(Message<?> message, BusSettings settings) {
        this.message = message;
        this.settings = settings;
        ResourceBus.requireKnownVersion(readHeader(ResourceBus.VERSION), errors);
        action = readAction();
        id = readTarget(ResourceBus.ID, action.map(Action::isOfResource));
        relationship = readTarget(ResourceBus.RELATIONSHIP, action.map(Action::isOfRelationship));
        preconditions = new Preconditions(readTags(ResourceBus.IF_MATCH), readTags(ResourceBus.IF_NONE_MATCH));
        preferences = readHeader(ResourceBus.PREFER).map(Preferences::of).orElse(Preferences.NONE);
        idempotencyKey = readHeader(ResourceBus.IDEMPOTENCY_KEY);
        format = readFormat();
        stream = readTarget(ResourceBus.STREAM, action.map(known -> known == Action.IMPORT));
        var longest = action.filter(known -> known == Action.IMPORT)
                .map(importing -> LONGEST_UPLOAD)
                .orElse(settings.replyTimeout());
        deadline = Deadline.in(
                readNumber(ResourceBus.TIMEOUT, MILLISECONDS, "a number of milliseconds from 1 to 999999999")
                        .map(Duration::ofMillis)
                        .filter(timeout -> timeout.compareTo(longest) < 0)
                        .orElse(longest));
        documentLength = readNumber(ResourceBus.DOCUMENT_LENGTH, BYTES, "a number of bytes from 0 to 999999999");
        bytes = orErrors(() -> MessageBody.bytesOf(message.body()));
    }

    private Optional<Action> readAction() {
        var value = readHeader(ResourceBus.ACTION);
        var known = value.flatMap(Action::ofHeaderValue);
        if (known.isEmpty()) {
            reject(
                    ResourceBus.ACTION,
                    "The header \"action\" must name an action; %s"
                            .formatted(Misspelling.remedy(value.orElse(""), ACTIONS, "the actions")));
        }
        return known;
    }

    /** Reads the format that an export or an import needs, and that no other action has. */
    private Optional<FileFormat> readFormat() {
        var mediaType = readTarget(ResourceBus.MEDIA_TYPE, action.map(Action::hasFile));
        var known = mediaType.flatMap(FileFormat::ofMediaType);
        if (mediaType.isPresent() && known.isEmpty()) {
            reject(
                    ResourceBus.MEDIA_TYPE,
                    "The header \"%s\" must be %s."
                            .formatted(ResourceBus.MEDIA_TYPE, String.join(" or ", FileFormat.MEDIA_TYPES)));
        }
        return known;
    }

    /** Reads a header that the action needs, or must not have; an unknown action may have it. */
    private Optional<String> readTarget(String name, Optional<Boolean> needed) {
        var value = readHeader(name).filter(text -> !text.isEmpty());
        if (needed.isPresent() && needed.get() != value.isPresent()) {
            reject(
                    name,
                    "The action %s %s the header \"%s\"."
                            .formatted(
                                    action.orElseThrow().headerValue(),
                                    needed.get() ? "needs" : "does not have",
                                    name));
        }
        return value;
    }

    private Optional<String> readTags(String name) {
        var tags = readHeader(name);
        if (tags.filter(text -> text.length() <= MAX_LENGTH && !Preconditions.isList(text))
                .isPresent()) {
            reject(name, "The header \"%s\" must be %s.".formatted(name, Preconditions.SYNTAX));
        }
        return tags;
    }

    private Optional<Integer> readNumber(String name, Pattern syntax, String description) {
        var value = readHeader(name);
        if (value.isPresent() && !syntax.matcher(value.get()).matches()) {
            reject(name, "The header \"%s\" must be %s.".formatted(name, description));
            return Optional.empty();
        }
        return value.map(Integer::valueOf);
    }

    private Optional<String> readHeader(String name) {
        var values = message.headers().getAll(name);
        if (values.isEmpty()) {
            return Optional.empty();
        }
        if (values.size() > 1) {
            reject(name, "The header \"%s\" is given %s times; send it once.".formatted(name, values.size()));
        } else if (values.get(0).length() > MAX_LENGTH) {
            reject(name, "The header \"%s\" must have at most %s characters.".formatted(name, MAX_LENGTH));
        }
        return Optional.of(values.get(0));
    }

    private void reject(String name, String detail) {
        errors.add(MALFORMED_REQUEST.at(header(name), detail));
    }

    /** The size of the body, which determines the thread that parses it. */
    public int size() {
        return bytes.map(Buffer::length).orElse(0);
    }

    /** The id of the request in errors and in the log: the sender's, or a generated one. */
    public String requestId() {
        return requestId.orElseGet(() -> UUID.randomUUID().toString());
    }

    /**
     * Reads the request.
     *
     * @throws JsonApiException {@code malformed_request} or {@code malformed_json} with all errors in the
     *     message; {@code body_too_large} when its document is larger than HTTP allows
     */
    public ResourceRequest read() {
        var body = bytes.flatMap(all -> orErrors(
                () -> documentLength.map(length -> MessageBody.of(all, length)).orElseGet(() -> MessageBody.of(all))));
        var unused = body.flatMap(read -> orErrors(read::readDocument));
        var envelope = body.map(read -> new EnvelopeReader(read.object(), action, errors));
        requestId = envelope.flatMap(read -> read.requestId).or(() -> Optional.of(requestId()));
        errors.throwIfAny();
        requireSize();
        return request(envelope.orElseThrow());
    }

    /** The result; empty, with its errors added, when it cannot be read. */
    private <T> Optional<T> orErrors(Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (JsonApiException unreadable) {
            unreadable.errors().forEach(errors::add);
            return Optional.empty();
        }
    }

    private ResourceRequest request(EnvelopeReader envelope) {
        return new ResourceRequest(
                        action.orElseThrow(),
                        deadline,
                        id,
                        relationship,
                        preconditions,
                        preferences,
                        idempotencyKey,
                        envelope.caller.orElseThrow(),
                        envelope.baseUrl,
                        envelope.self,
                        requestId(),
                        envelope.query,
                        format,
                        stream,
                        envelope.document)
                .withParsedDocument();
    }

    private void requireSize() {
        if (size() > settings.maxBodySize() + ENVELOPE_BYTES) {
            throw BODY_TOO_LARGE
                    .because("The document is larger than %s bytes.".formatted(settings.maxBodySize()))
                    .asException();
        }
    }
}
