package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.parameter;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.error.ErrorCollector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads the body of a request, and adds an error for every member that is unknown, missing, malformed or too large. */
final class EnvelopeReader {
    /** The maximum length of a URL over HTTP, doubled for what a verticle adds in a request to another one. */
    private static final int MAX_QUERY = 16_384;

    private static final int MAX_SELF = 4_096;
    private static final Pattern PATH = Pattern.compile("/[\\w.~!$&'()*+,;=:@%/-]*");

    private static final String NAME =
            "a text of 1 to %s characters that is not blank and does not contain U+0000".formatted(Caller.MAX_NAME);

    private static final String ONE_OF_UNI_AND_UNBOUND =
            "\"caller\" must have exactly one of \"uni\", the person whose resources the caller may see (null if unknown),"
                    + " and \"unbound\": true for a caller who may see the resources of all people.";

    private final ErrorCollector errors;

    /** Present in a body without errors. */
    final Optional<Caller> caller;

    final String baseUrl;
    final Optional<String> self;

    /** The sender's id of the request; empty when it is missing or malformed. */
    final Optional<String> requestId;

    final Map<String, List<String>> query;
    final Optional<RequestDocument> document;

    EnvelopeReader(JsonNode body, Optional<Action> action, ErrorCollector errors) {
        this.errors = errors;
        var members = new MemberReader(body, errors);
        caller = members.require(ResourceBus.CALLER, "an object that names the caller", EnvelopeReader::object)
                .map(this::readCaller);
        baseUrl = members.read(
                        ResourceBus.BASE_URL,
                        "an http or https URL without a trailing slash, or empty",
                        text(url -> url.isEmpty() || ResourceRequest.isBaseUrl(url)))
                .orElse("");
        self = members.read(
                ResourceBus.SELF, "a URL without a query that begins with \"base_url\"", text(isUrlBelow(body)));
        requestId = members.read(
                ResourceBus.REQUEST_ID,
                "1 to 128 letters, digits, \".\", \"_\", \":\" and \"-\"",
                text(ResourceRequest::isRequestId));
        query = members.read(ResourceBus.QUERY, "an object of query parameters", EnvelopeReader::object)
                .map(this::readQuery)
                .orElseGet(Map::of);
        document = members.read(ResourceBus.DOCUMENT, "", Optional::of).map(RequestDocument::of);
        members.rejectOthers();
        action.filter(known -> known.takesDocument() != document.isPresent())
                .ifPresent(known -> errors.add(MALFORMED_REQUEST.at(
                        pointer(ResourceBus.DOCUMENT),
                        "The action %s %s."
                                .formatted(
                                        known.headerValue(),
                                        known.takesDocument()
                                                ? "needs the member \"document\", an object: the request document"
                                                : "takes no document"))));
    }

    private Caller readCaller(JsonNode object) {
        var members = new MemberReader(object, errors, ResourceBus.CALLER);
        var name = members.require(ResourceBus.CALLER_NAME, NAME, text(Caller::isName))
                .orElse("");
        var issuer = members.read(
                ResourceBus.CALLER_ISSUER,
                "at most 255 visible ASCII characters, such as a URL",
                text(Caller::isIssuer));
        var subject = members.read(ResourceBus.CALLER_SUBJECT, NAME, text(Caller::isName));
        var scopes = members.require(
                ResourceBus.CALLER_SCOPES, "an array of strings, such as [\"read\"]", EnvelopeReader::strings);
        var uni = readUni(object, members);
        members.rejectOthers();
        return new Caller(
                issuer.orElse(""), subject.orElse(name), name, new HashSet<>(scopes.orElseGet(List::of)), uni);
    }

    /**
     * A sender who forgets or misspells the person must not see the resources of all people: one of two is required.
     */
    private Optional<String> readUni(JsonNode object, MemberReader members) {
        if (object.has(ResourceBus.CALLER_UNI) == object.has(ResourceBus.CALLER_UNBOUND)) {
            errors.add(MALFORMED_REQUEST.at(pointer(ResourceBus.CALLER), ONE_OF_UNI_AND_UNBOUND));
        }
        var unused = members.read(ResourceBus.CALLER_UNBOUND, "true, or absent", EnvelopeReader::isTrue);
        return members.read(
                ResourceBus.CALLER_UNI, Caller.EXPECTED_UNI + ", or null for an unknown person", EnvelopeReader::uni);
    }

    private static Optional<Boolean> isTrue(JsonNode value) {
        return Optional.of(value.booleanValue()).filter(isTrue -> isTrue);
    }

    private static Optional<String> uni(JsonNode value) {
        return value.isNull() ? Optional.of(Caller.NOBODY) : text(Caller::isUni).apply(value);
    }

    private Map<String, List<String>> readQuery(JsonNode parameters) {
        Map<String, List<String>> read = new LinkedHashMap<>();
        var length = 0;
        for (var parameter : parameters.properties()) {
            var values = valuesOf(parameter.getValue());
            if (values.isEmpty()) {
                errors.add(MALFORMED_REQUEST.at(
                        parameter(parameter.getKey()),
                        "A query parameter must be a string, or an array of strings that is not empty."));
            }
            read.put(parameter.getKey(), values.orElseGet(List::of));
            length += parameter.getKey().length()
                    + String.join("", read.get(parameter.getKey())).length();
        }
        if (length > MAX_QUERY) {
            errors.add(MALFORMED_REQUEST.at(
                    pointer(ResourceBus.QUERY),
                    "The query must have at most %s characters in total.".formatted(MAX_QUERY)));
        }
        return read;
    }

    private static Optional<List<String>> valuesOf(JsonNode parameter) {
        return parameter.isTextual()
                ? Optional.of(List.of(parameter.textValue()))
                : strings(parameter).filter(values -> !values.isEmpty());
    }

    private static Optional<List<String>> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(element -> strings.add(element.textValue()));
        return array.isArray() && !strings.contains(null) ? Optional.of(strings) : Optional.empty();
    }

    private static Optional<JsonNode> object(JsonNode node) {
        return Optional.of(node).filter(JsonNode::isObject);
    }

    private static Function<JsonNode, Optional<String>> text(Predicate<String> rule) {
        return node -> Optional.ofNullable(node.textValue()).filter(rule);
    }

    private static Predicate<String> isUrlBelow(JsonNode body) {
        var base = body.path(ResourceBus.BASE_URL).asText();
        return url -> url.length() <= MAX_SELF
                && url.startsWith(base)
                && PATH.matcher(url.substring(base.length())).matches();
    }
}
