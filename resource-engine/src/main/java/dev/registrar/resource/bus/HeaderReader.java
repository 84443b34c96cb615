package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the headers of a request, and adds an error for every one that is missing, malformed, repeated, or not allowed
 * for the action. Unknown headers are ignored, because Vert.x adds some for tracing.
 */
final class HeaderReader {
    /** The maximum length of all headers together over HTTP. */
    private static final int MAX_LENGTH = 8_192;

    private static final Pattern MILLISECONDS = Pattern.compile("[1-9]\\d{0,8}");
    private static final Pattern BYTES = Pattern.compile("0|[1-9]\\d{0,8}");
    private static final List<String> ACTIONS =
            Arrays.stream(Action.values()).map(Action::headerValue).toList();

    private final MultiMap headers;
    private final ErrorCollector errors;

    /** Empty, with an error added, when it is missing or unknown. */
    final Optional<Action> action;

    final Optional<String> id;
    final Optional<String> relationship;
    final Preconditions preconditions;
    final Preferences preferences;
    final Optional<String> idempotencyKey;

    /** How long the request may take; empty when the sender did not set it. */
    final Optional<Duration> timeout;

    /** The number of bytes of the document; empty when the sender did not set it. */
    final Optional<Integer> documentLength;

    HeaderReader(MultiMap headers, ErrorCollector errors) {
        this.headers = headers;
        this.errors = errors;
        ResourceBus.requireKnownVersion(read(ResourceBus.VERSION), errors);
        action = readAction();
        id = readTarget(ResourceBus.ID, action.map(Action::isOfResource));
        relationship = readTarget(ResourceBus.RELATIONSHIP, action.map(Action::isOfRelationship));
        preconditions = new Preconditions(readTags(ResourceBus.IF_MATCH), readTags(ResourceBus.IF_NONE_MATCH));
        preferences = read(ResourceBus.PREFER).map(Preferences::of).orElse(Preferences.NONE);
        idempotencyKey = read(ResourceBus.IDEMPOTENCY_KEY);
        timeout = readNumber(ResourceBus.TIMEOUT, MILLISECONDS, "a number of milliseconds from 1 to 999999999")
                .map(Duration::ofMillis);
        documentLength = readNumber(ResourceBus.DOCUMENT_LENGTH, BYTES, "a number of bytes from 0 to 999999999");
    }

    private Optional<Action> readAction() {
        var value = read(ResourceBus.ACTION);
        var known = value.flatMap(Action::ofHeaderValue);
        if (known.isEmpty()) {
            reject(
                    ResourceBus.ACTION,
                    "The header \"action\" must name an action; %s"
                            .formatted(Misspelling.remedy(value.orElse(""), ACTIONS, "the actions")));
        }
        return known;
    }

    /** Reads a header that the action needs, or must not have; an unknown action may have it. */
    private Optional<String> readTarget(String name, Optional<Boolean> needed) {
        var value = read(name).filter(text -> !text.isEmpty());
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
        var tags = read(name);
        if (tags.filter(text -> text.length() <= MAX_LENGTH && !Preconditions.isList(text))
                .isPresent()) {
            reject(name, "The header \"%s\" must be %s.".formatted(name, Preconditions.SYNTAX));
        }
        return tags;
    }

    private Optional<Integer> readNumber(String name, Pattern syntax, String description) {
        var value = read(name);
        if (value.isPresent() && !syntax.matcher(value.get()).matches()) {
            reject(name, "The header \"%s\" must be %s.".formatted(name, description));
            return Optional.empty();
        }
        return value.map(Integer::valueOf);
    }

    private Optional<String> read(String name) {
        var values = headers.getAll(name);
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
}
