package dev.registrar.resource.document.reading;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_DOCUMENT;
import static dev.registrar.resource.error.ErrorSource.below;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.error.ErrorCollector;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * Checks the members that have the same meaning in every document (JSON:API 1.0, "Document Structure"). This service
 * uses none of them in a request, but reports those with a wrong structure, so that the client can correct its mistake.
 */
record StandardMembers(ErrorCollector errors) {
    private static final String JSON_API = "jsonapi";

    /** Checks the top level of a document that must have primary data; whoever reads that reports its absence. */
    void ofDocument(JsonNode document) {
        ofObject(document);
        requireObject(document, JSON_API);
        requireObject(document.path(JSON_API), "meta", JSON_API);
        require(document.path(JSON_API), "version", "a string, such as \"1.0\"", JsonNode::isTextual, JSON_API);
        require(document, "included", "an array of resource objects", StandardMembers::isArrayOfObjects);
        if (document.has("errors") && document.has("data")) {
            errors.add(MALFORMED_DOCUMENT.at(
                    pointer("errors"), "A document with the member \"data\" has no member \"errors\"; leave it out."));
        }
    }

    /** Checks an object that may have meta information and links: a resource object or a relationship. */
    void ofObject(JsonNode object, String... path) {
        requireObject(object, "meta", path);
        requireObject(object, "links", path);
    }

    private void requireObject(JsonNode parent, String name, String... path) {
        require(parent, name, "an object", JsonNode::isObject, path);
    }

    private void require(JsonNode parent, String name, String expected, Predicate<JsonNode> rule, String... path) {
        var member = parent.get(name);
        if (member != null && !rule.test(member)) {
            errors.add(MALFORMED_DOCUMENT.at(
                    pointer(below(path, name)), "The member \"%s\" must be %s.".formatted(name, expected)));
        }
    }

    private static boolean isArrayOfObjects(JsonNode node) {
        return node.isArray() && StreamSupport.stream(node.spliterator(), false).allMatch(JsonNode::isObject);
    }
}
