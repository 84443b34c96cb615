package dev.registrar.resource.document.reading;

import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_DOCUMENT;
import static dev.registrar.resource.error.ErrorCode.RELATED_NOT_FOUND;
import static dev.registrar.resource.error.ErrorCode.TYPE_CONFLICT;
import static dev.registrar.resource.error.ErrorSource.below;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Reads resource linkage (JSON:API 1.0, "Resource Linkage"), in a resource object or as the data of a relationship URL.
 */
public final class LinkageReader {
    private static final String DATA = "data";

    private final ErrorCollector errors;
    private final boolean mayBeMissing;

    LinkageReader(ErrorCollector errors) {
        this(errors, false);
    }

    private LinkageReader(ErrorCollector errors, boolean mayBeMissing) {
        this.errors = errors;
        this.mayBeMissing = mayBeMissing;
    }

    /**
     * Reads the document of a request to remove members. An id that no resource can have is left out, because that
     * resource is already missing from the relationship (JSON:API 1.0, "Updating To-Many Relationships").
     *
     * @throws dev.registrar.resource.error.JsonApiException with every error in the document
     */
    public static List<UUID> toRemove(ToMany relationship, Optional<JsonNode> document) {
        var reader = new LinkageReader(new ErrorCollector(), true);
        return reader.read(relationship, document).toManys().get(relationship);
    }

    /**
     * Reads the document of a request at a relationship URL.
     *
     * @return a draft with only this relationship
     * @throws dev.registrar.resource.error.JsonApiException with every error in the document
     */
    public static ResourceDraft ofDocument(Relationship relationship, Optional<JsonNode> document) {
        return new LinkageReader(new ErrorCollector()).read(relationship, document);
    }

    private ResourceDraft read(Relationship relationship, Optional<JsonNode> document) {
        document.ifPresent(new StandardMembers(errors)::ofDocument);
        var linkage = document.<JsonNode>map(node -> node.path(DATA)).orElse(MissingNode.getInstance());
        Map<ToOne, Optional<UUID>> toOnes = new HashMap<>();
        Map<ToMany, List<UUID>> toManys = new HashMap<>();
        if (relationship instanceof ToOne toOne) {
            readToOne(toOne, linkage, one -> toOnes.put(toOne, one), DATA);
        } else if (relationship instanceof ToMany toMany) {
            readToMany(toMany, linkage, many -> toManys.put(toMany, many), DATA);
        }
        errors.throwIfAny();
        return new ResourceDraft(Map.of(), toOnes, toManys);
    }

    /**
     * Reads the linkage of a to-one relationship.
     *
     * @param found receives the id, or empty for null; not called when an error was added
     * @param path the place of the linkage in the document
     */
    void readToOne(ToOne relationship, JsonNode linkage, Consumer<Optional<UUID>> found, String... path) {
        if (linkage.isMissingNode()) {
            rejectMissing(relationship, path);
        } else if (!linkage.isNull()) {
            readIdentifier(relationship, linkage, path).ifPresent(id -> found.accept(Optional.of(id)));
        } else if (relationship.required()) {
            errors.add(INVALID_VALUE.at(
                    pointer(path), "The relationship %s cannot be empty.".formatted(relationship.name())));
        } else {
            found.accept(Optional.empty());
        }
    }

    /**
     * Reads the linkage of a to-many relationship.
     *
     * @param found receives the ids in the order of the linkage; not called when an error was added
     * @param path the place of the linkage in the document
     */
    void readToMany(ToMany relationship, JsonNode linkage, Consumer<List<UUID>> found, String... path) {
        if (linkage.isMissingNode()) {
            rejectMissing(relationship, path);
            return;
        }
        if (!linkage.isArray()) {
            errors.add(MALFORMED_DOCUMENT.at(
                    pointer(path),
                    "The linkage of %s must be an array of resource identifiers.".formatted(relationship.name())));
            return;
        }
        List<UUID> ids = new ArrayList<>();
        for (var index = 0; index < linkage.size(); index++) {
            readIdentifier(relationship, linkage.get(index), below(path, Integer.toString(index)))
                    .ifPresent(ids::add);
        }
        // With an error, the indexes of the ids would differ from those in the document.
        if (ids.size() == linkage.size() || mayBeMissing) {
            found.accept(List.copyOf(ids));
        }
    }

    private void rejectMissing(Relationship relationship, String... path) {
        errors.add(MALFORMED_DOCUMENT.at(
                pointer(Arrays.copyOf(path, path.length - 1)),
                "%s needs a member \"data\" with its linkage.".formatted(relationship.name())));
    }

    private Optional<UUID> readIdentifier(Relationship relationship, JsonNode identifier, String... path) {
        var type = identifier.path("type");
        var id = identifier.path("id");
        if (!type.isTextual() || !id.isTextual()) {
            errors.add(MALFORMED_DOCUMENT.at(
                    pointer(path),
                    "The linkage of %s needs {\"type\": \"%s\", \"id\": ...}."
                            .formatted(relationship.name(), relationship.target())));
            return Optional.empty();
        }
        if (!type.textValue().equals(relationship.target())) {
            errors.add(TYPE_CONFLICT.at(
                    pointer(below(path, "type")),
                    "%s relates to resources of type \"%s\".".formatted(relationship.name(), relationship.target())));
            return Optional.empty();
        }
        if (identifier.has("meta") && !identifier.path("meta").isObject()) {
            errors.add(MALFORMED_DOCUMENT.at(pointer(below(path, "meta")), "The member \"meta\" must be an object."));
        }
        var parsed = Ids.parse(id.textValue());
        if (parsed.isEmpty() && !mayBeMissing) {
            errors.add(RELATED_NOT_FOUND.at(
                    pointer(below(path, "id")),
                    "There is nothing with this id among the %s; ids are UUIDs."
                            .formatted(Attribute.label(relationship.target()))));
        }
        return parsed;
    }
}
