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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads resource linkage (JSON:API 1.0, "Resource Linkage"), in a resource object or as the data of a relationship URL;
 * the latter fails with every error in it.
 */
public final class LinkageReader {
    private static final String DATA = "data";

    private final ErrorCollector errors;
    private final boolean mayBeMissing;
    private final Map<ToOne, Optional<UUID>> toOnes = new LinkedHashMap<>();
    private final Map<ToMany, List<UUID>> toManys = new LinkedHashMap<>();

    LinkageReader(ErrorCollector errors, boolean mayBeMissing) {
        this.errors = errors;
        this.mayBeMissing = mayBeMissing;
    }

    /**
     * Reads the document of a request to remove members. An id that no resource can have is left out, because that
     * resource is already missing from the relationship (JSON:API 1.0, "Updating To-Many Relationships").
     */
    public static List<UUID> toRemove(ToMany relationship, Optional<JsonNode> document) {
        return ofDocument(relationship, document, true).toManys().get(relationship);
    }

    /** Reads the document of a request at a relationship URL: a draft with only this relationship. */
    public static ResourceDraft ofDocument(Relationship relationship, Optional<JsonNode> document) {
        return ofDocument(relationship, document, false);
    }

    private static ResourceDraft ofDocument(
            Relationship relationship, Optional<JsonNode> document, boolean mayBeMissing) {
        var errors = new ErrorCollector();
        var reader = new LinkageReader(errors, mayBeMissing);
        document.ifPresent(new StandardMembers(errors)::ofDocument);
        reader.read(relationship, document.orElse(MissingNode.getInstance()));
        errors.throwIfAny();
        return reader.draft(Map.of());
    }

    /** The draft with these attributes and the linkage that was read. */
    ResourceDraft draft(Map<Attribute, Object> attributes) {
        return new ResourceDraft(attributes, toOnes, toManys);
    }

    /** Reads the linkage of a relationship from its object, which is at this place in the document. */
    void read(Relationship relationship, JsonNode parent, String... path) {
        var linkage = parent.path(DATA);
        var place = below(path, DATA);
        if (linkage.isMissingNode()) {
            errors.add(MALFORMED_DOCUMENT.at(
                    pointer(path), "%s needs a member \"data\" with its linkage.".formatted(relationship.name())));
        } else if (relationship instanceof ToOne toOne) {
            readToOne(toOne, linkage, place);
        } else if (relationship instanceof ToMany toMany) {
            readToMany(toMany, linkage, place);
        }
    }

    private void readToOne(ToOne relationship, JsonNode linkage, String... path) {
        if (!linkage.isNull()) {
            readIdentifier(relationship, linkage, path).ifPresent(id -> toOnes.put(relationship, Optional.of(id)));
        } else if (relationship.required()) {
            errors.add(INVALID_VALUE.at(
                    pointer(path), "The relationship %s cannot be empty.".formatted(relationship.name())));
        } else {
            toOnes.put(relationship, Optional.empty());
        }
    }

    private void readToMany(ToMany relationship, JsonNode linkage, String... path) {
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
        toManys.put(relationship, List.copyOf(ids));
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
