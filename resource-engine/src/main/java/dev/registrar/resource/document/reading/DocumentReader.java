package dev.registrar.resource.document.reading;

import static dev.registrar.resource.error.ErrorCode.CLIENT_GENERATED_ID;
import static dev.registrar.resource.error.ErrorCode.ID_CONFLICT;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_DOCUMENT;
import static dev.registrar.resource.error.ErrorCode.MISSING_ATTRIBUTE;
import static dev.registrar.resource.error.ErrorCode.MISSING_RELATIONSHIP;
import static dev.registrar.resource.error.ErrorCode.TYPE_CONFLICT;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_ATTRIBUTE;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_RELATIONSHIP;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.Order;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Reads the document of a write request according to a declaration (JSON:API 1.0, "Creating, Updating and Deleting
 * Resources"). Use each reader only once: its methods throw a {@link JsonApiException} with every error in the
 * document.
 *
 * <p>Members that JSON:API does not define are ignored, as it requires. Attributes that the server sets are ignored
 * too, so that a client can send back a resource that it has read.
 */
public final class DocumentReader {
    private final ResourceType type;
    private final ErrorCollector errors = new ErrorCollector();
    private final StandardMembers standardMembers = new StandardMembers(errors);
    private JsonNode data = MissingNode.getInstance();
    private final Map<Attribute, Object> attributes = new LinkedHashMap<>();
    private final LinkageReader linkage = new LinkageReader(errors, false);

    public DocumentReader(ResourceType type) {
        this.type = type;
    }

    /** Reads a new resource. Attributes that the document leaves out get their defaults. */
    public ResourceDraft ofNew(Optional<JsonNode> document) {
        data = dataOf(document);
        readType();
        rejectId();
        readAttributes();
        readRelationships();
        completeAttributes(type.attributesForClients());
        type.toOnes().filter(ToOne::required).forEach(this::requireRelationship);
        return finish();
    }

    /** Reads a change of the resource with this id. What the document leaves out stays unchanged. */
    public ResourceDraft ofChange(Optional<JsonNode> document, UUID id) {
        readExisting(document, id);
        return finish();
    }

    /**
     * Reads a full replacement of the resource with this id. Attributes that the document leaves out get their
     * defaults; states and relationships that it leaves out stay unchanged.
     */
    public ResourceDraft ofReplacement(Optional<JsonNode> document, UUID id) {
        readExisting(document, id);
        completeAttributes(type.attributesForClients().filter(attribute -> !attribute.isState()));
        return finish();
    }

    private void readExisting(Optional<JsonNode> document, UUID id) {
        data = dataOf(document);
        readType();
        readId(id);
        readAttributes();
        readRelationships();
    }

    private ResourceDraft finish() {
        type.orders().forEach(this::checkOrder);
        errors.throwIfAny();
        return linkage.draft(attributes);
    }

    /** Checks the order if the document has both values; otherwise the database checks it against the stored value. */
    private void checkOrder(Order order) {
        var first = attributes.get(order.first());
        var last = attributes.get(order.last());
        if (first != null && last != null && !order.isKept(first, last)) {
            errors.add(order.error());
        }
    }

    private JsonNode dataOf(Optional<JsonNode> document) {
        document.ifPresent(standardMembers::ofDocument);
        var data = document.<JsonNode>map(node -> node.path("data")).orElse(MissingNode.getInstance());
        if (!data.isObject()) {
            errors.add(MALFORMED_DOCUMENT.at(
                    data.isMissingNode() ? pointer() : pointer("data"),
                    document.filter(node -> !node.isObject()).isPresent()
                            ? "The document must be an object with a member \"data\" that is a resource object."
                            : "The document needs a member \"data\" that is a resource object."));
        }
        standardMembers.ofObject(data, "data");
        errors.throwIfAny();
        return data;
    }

    /** Stops at a wrong type: the rest cannot be checked for another type, and the status must be 409. */
    private void readType() {
        var given = data.path("type");
        if (!given.isTextual()) {
            errors.add(MALFORMED_DOCUMENT.at(
                    given.isMissingNode() ? pointer("data") : pointer("data", "type"),
                    "The resource object needs a member \"type\", a string: \"%s\".".formatted(type)));
        } else if (!given.textValue().equals(type.name())) {
            errors.add(TYPE_CONFLICT.at(
                    pointer("data", "type"), "This URL accepts resources of type \"%s\".".formatted(type)));
        }
        errors.throwIfAny();
    }

    /** Stops when there is an id: JSON:API requires the status 403. */
    private void rejectId() {
        if (data.has("id")) {
            errors.add(CLIENT_GENERATED_ID.at(
                    pointer("data", "id"), "The server assigns the id of a new resource; leave it out."));
        }
        errors.throwIfAny();
    }

    /** Stops at a wrong id: JSON:API requires the status 409. */
    private void readId(UUID id) {
        var given = data.path("id");
        if (!given.isTextual()) {
            errors.add(MALFORMED_DOCUMENT.at(
                    given.isMissingNode() ? pointer("data") : pointer("data", "id"),
                    "The resource object needs a member \"id\", a string: \"%s\".".formatted(id)));
        } else if (!Ids.parse(given.textValue()).equals(Optional.of(id))) {
            errors.add(ID_CONFLICT.at(pointer("data", "id"), "The id must be that of the URL, \"%s\".".formatted(id)));
        }
        errors.throwIfAny();
    }

    private void readAttributes() {
        var values = new AttributeReader(errors);
        membersOf("attributes").forEach(member -> {
            var attribute = type.attribute(member.getKey());
            if (attribute.isEmpty()) {
                errors.add(UNKNOWN_ATTRIBUTE.at(
                        pointer("data", "attributes", member.getKey()),
                        "%s has no attribute \"%s\"; %s"
                                .formatted(type, Excerpt.of(member.getKey()), remedyOfAttribute(member.getKey()))));
            } else if (!attribute.get().isSetByServer()) {
                attributes.put(attribute.get(), values.read(attribute.get(), member.getValue()));
            }
        });
    }

    private void completeAttributes(Stream<Attribute> all) {
        all.filter(attribute -> !attributes.containsKey(attribute)).forEach(attribute -> {
            if (attribute.isRequired() && isMissing("attributes", attribute.name())) {
                errors.add(MISSING_ATTRIBUTE.at(
                        placeOf("attributes"), "The %s is required.".formatted(attribute.label())));
            }
            attributes.put(attribute, attribute.unset());
        });
    }

    private void readRelationships() {
        membersOf("relationships").forEach(member -> {
            var name = member.getKey();
            var path = new String[] {"data", "relationships", name};
            var relationship = type.relationship(name);
            standardMembers.ofObject(member.getValue(), path);
            if (relationship.isEmpty()) {
                errors.add(UNKNOWN_RELATIONSHIP.at(
                        pointer(path),
                        "%s has no relationship \"%s\"; %s"
                                .formatted(type, Excerpt.of(name), remedyOfRelationship(name))));
            } else {
                linkage.read(relationship.get(), member.getValue(), path);
            }
        });
    }

    private void requireRelationship(ToOne relationship) {
        if (isMissing("relationships", relationship.name())) {
            errors.add(MISSING_RELATIONSHIP.at(
                    placeOf("relationships"),
                    "The relationship %s is required: {\"data\": {\"type\": \"%s\", \"id\": ...}}."
                            .formatted(relationship.name(), relationship.target())));
        }
    }

    /** False when the member has a wrong value or its parent is not an object: these are reported as other errors. */
    private boolean isMissing(String object, String member) {
        var members = data.path(object);
        return members.isMissingNode() || (members.isObject() && !members.has(member));
    }

    /** The members of an object inside the resource object, without @-members, which are ignored (1.1, "@-Members"). */
    private Stream<Map.Entry<String, JsonNode>> membersOf(String object) {
        var node = data.path(object);
        if (!node.isMissingNode() && !node.isObject()) {
            errors.add(MALFORMED_DOCUMENT.at(
                    pointer("data", object), "The member \"%s\" must be an object.".formatted(object)));
        }
        return node.properties().stream().filter(member -> !member.getKey().startsWith("@"));
    }

    /**
     * The place to report when a member of this object is missing: a pointer must lead to something that exists (1.1,
     * "Error Objects").
     */
    private ErrorSource placeOf(String object) {
        return data.has(object) ? pointer("data", object) : pointer("data");
    }

    private String remedyOfAttribute(String name) {
        var attributes = type.attributesForClients().map(Attribute::name).toList();
        return type.relationship(name).isPresent()
                ? "it is a relationship: send it in \"relationships\"."
                : Misspelling.remedy(name, attributes, "its attributes");
    }

    private String remedyOfRelationship(String name) {
        return type.attribute(name).isPresent()
                ? "it is an attribute: send it in \"attributes\"."
                : Misspelling.remedy(name, type.relationshipNames(), "its relationships");
    }
}
