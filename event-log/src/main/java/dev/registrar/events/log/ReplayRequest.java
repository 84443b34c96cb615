package dev.registrar.events.log;

import static dev.registrar.events.following.EventSource.MAX_EVENTS;
import static dev.registrar.events.following.EventSource.MAX_TYPES;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.MemberReader;
import dev.registrar.resource.bus.MessageBody;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.json.Json;
import io.vertx.core.eventbus.Message;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A request to replay events.
 *
 * @param latest whether to return the current position, and no events
 * @param after the position after which to begin; empty to begin with the oldest stored event
 * @param types only events of these types, as the table has them; empty for all events
 */
record ReplayRequest(boolean latest, OptionalLong after, List<String> types, int limit) {
    static final String AFTER = "after";
    private static final String LATEST = "latest";
    private static final String LIMIT = "limit";
    private static final String TYPES = "types";
    private static final Pattern POSITION = Pattern.compile("\\d{1,18}");

    static ReplayRequest in(Message<?> message, EventTypes known) {
        var errors = new ErrorCollector();
        ResourceBus.requireKnownVersion(Optional.ofNullable(message.headers().get(ResourceBus.VERSION)), errors);
        var members = new MemberReader(MessageBody.of(message).object(), errors);
        var after = members.read(
                AFTER,
                "the \"sequence\" of an event, a string of digits, or \"%s\"".formatted(LATEST),
                ReplayRequest::position);
        var limit = members.read(LIMIT, "an integer from 1 to %s".formatted(MAX_EVENTS), ReplayRequest::limit);
        var types = members.read(TYPES, "an array of 1 to %s strings".formatted(MAX_TYPES), ReplayRequest::types);
        members.rejectOthers();
        types.ifPresent(names -> known.requireKnown(names, errors));
        errors.throwIfAny();
        return new ReplayRequest(
                after.filter(LATEST::equals).isPresent(),
                after.filter(position -> !position.equals(LATEST)).stream()
                        .mapToLong(Long::parseLong)
                        .findFirst(),
                types.map(EventTypes::stored).orElse(List.of()),
                limit.orElse(MAX_EVENTS));
    }

    private static Optional<String> position(JsonNode value) {
        return Optional.ofNullable(value.textValue())
                .filter(text -> text.equals(LATEST) || POSITION.matcher(text).matches());
    }

    private static Optional<Integer> limit(JsonNode value) {
        return Json.intValue(value).filter(limit -> limit >= 1 && limit <= MAX_EVENTS);
    }

    private static Optional<List<String>> types(JsonNode value) {
        return value.isArray()
                        && !value.isEmpty()
                        && value.size() <= MAX_TYPES
                        && elements(value).allMatch(JsonNode::isTextual)
                ? Optional.of(elements(value).map(JsonNode::textValue).toList())
                : Optional.empty();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
