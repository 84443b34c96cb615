package dev.registrar.contract;

import dev.registrar.contract.OfferedTypes.OfferedType;
import dev.registrar.events.log.ContractEvents;
import dev.registrar.events.log.ContractEvents.ResourceEvents;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.Schema;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes the contract from the hand-written frame, the templates for every resource type, the declarations, and the
 * descriptions of each type.
 */
public final class ContractWriter {
    private final JsonObject contract = ContractFiles.read("contract.yaml");
    private final JsonObject components = contract.getJsonObject("components");
    private final JsonObject templates = ContractFiles.read("resource-type.yaml");
    private final OfferedTypes types;
    private final QueryParameters query;
    private final FilterParameters filters;
    private final DocumentSchemas documents;
    private final ContractEvents events;

    private ContractWriter(OfferedTypes types, ContractEvents events) {
        this.types = types;
        this.events = events;
        filters = new FilterParameters(types);
        query = new QueryParameters(types);
        documents = new DocumentSchemas(types);
    }

    /**
     * Returns the contract of a service that offers the resource types of these schemas, as an OpenAPI 3.0 document.
     *
     * @throws IllegalArgumentException if a hand-written part is missing or does not fit a declaration
     */
    public static JsonObject write(List<Schema> schemas) {
        return new ContractWriter(OfferedTypes.of(schemas), ContractEvents.of(schemas)).write();
    }

    /** The part that a start loads: vertx-web-openapi spends most of its time on responses, and does not use them. */
    public static JsonObject withoutResponses(JsonObject contract) {
        var requests = contract.copy();
        var unspecified = new JsonObject().put("default", new JsonObject().put("description", ""));
        Abbreviations.operationsOf(requests).forEach(operation -> operation.put("responses", unspecified));
        List.of("responses", "headers").forEach(requests.getJsonObject("components")::remove);
        return requests;
    }

    private JsonObject write() {
        types.all().forEach(this::add);
        types.all().stream().flatMap(type -> type.relationships().stream()).forEach(this::addTargetOrNull);
        addComponent("schemas", "Included", documents.included());
        addComponents("schemas", eventSchemas());
        contract.put(ContractEvents.MEMBER, events.toJson());
        types.all().forEach(type -> type.prose().applyTo(contract));
        contract.put("tags", tags());
        new Abbreviations(contract, query.groups(), types.forAdministrators()).expand();
        return contract;
    }

    private void add(OfferedType type) {
        addTemplates(type);
        type.relationships().forEach(relationship -> addTemplates(type, relationship));
        type.onlyLinked()
                .forEach(linked -> addTemplate("linked-to-many", type.placeholders(linked, types.targetOf(linked))));
        addComponents("parameters", query.parameters(type));
        addComponents("parameters", filters.parameters(type));
        addComponent("schemas", type.schemaName() + "Filters", filters.schema(type));
        addComponents("schemas", documents.schemas(type));
        addComponents("examples", new TypeExample(type).components());
    }

    private void addTemplates(OfferedType type) {
        var names = type.placeholders();
        addTemplate("every-type", names);
        addTemplate(type.type().isReadOnly() ? "log" : "changeable-type", names);
        if (type.type().meta().isPresent()) {
            addTemplate("type-with-meta", names);
        }
        if (type.type().toOnes().anyMatch(ToOne::required)) {
            addTemplate("type-with-required-relationship", names);
        }
        if (type.mayBeUnfinished()) {
            addTemplate("unfinished-type", names);
        }
    }

    private void addTemplates(OfferedType type, Relationship relationship) {
        var names = type.placeholders(relationship, types.targetOf(relationship));
        if (relationship instanceof ToMany) {
            addTemplate("to-many", names);
            return;
        }
        addTemplate("to-one", names);
        if (!((ToOne) relationship).required()) {
            addTemplate("optional-to-one", names);
        }
        if (type.mayBeUnfinished()) {
            addTemplate("unfinished-to-one", names);
        }
    }

    /** Adds the schema of the related resource of an optional to-one relationship, now that it is complete. */
    private void addTargetOrNull(Relationship relationship) {
        if (relationship instanceof ToOne toOne && !toOne.required()) {
            var target = types.targetOf(relationship).schemaName();
            var schema = components.getJsonObject("schemas").getJsonObject(target);
            addComponent("schemas", target + "OrNull", DocumentSchemas.orNull(schema));
        }
    }

    private void addTemplate(String section, Map<String, String> names) {
        contract.mergeIn(ContractFiles.fill(templates.getJsonObject(section), names), true);
    }

    private void addComponent(String kind, String name, JsonObject component) {
        addComponents(kind, new JsonObject().put(name, component));
    }

    private void addComponents(String kind, JsonObject added) {
        components.mergeIn(new JsonObject().put(kind, added), true);
    }

    private JsonArray tags() {
        var ofTypes = types.all().stream()
                .map(type -> new JsonObject()
                        .put("name", type.name())
                        .put("description", type.prose().description()));
        return new JsonArray(
                Stream.concat(ofTypes, contract.getJsonArray("tags").stream()).toList());
    }

    /** The types of events, and the values of a filter by them. */
    private JsonObject eventSchemas() {
        var changed = events.sources().stream()
                .flatMap(source -> source.types().stream())
                .toList();
        var eventTypes =
                changed.stream().flatMap(type -> type.eventTypes().stream()).toList();
        var choices = Stream.concat(changed.stream().map(ResourceEvents::name), eventTypes.stream());
        return new JsonObject()
                .put("EventType", OpenApi.oneOf(eventTypes))
                .put("EventTypeChoice", OpenApi.oneOf(choices.toList()));
    }
}
