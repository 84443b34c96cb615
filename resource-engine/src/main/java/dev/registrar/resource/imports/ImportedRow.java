package dev.registrar.resource.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.resource.ImportRule.Effect;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.store.BulkChange;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A row of a file, with what has been found out about it so far. */
final class ImportedRow {
    private final FileRecord staged;
    private final ObjectNode resource;
    private final List<JsonApiError> errors = new ArrayList<>();
    private Optional<List<Object>> key = Optional.empty();
    private Optional<Row> present = Optional.empty();
    private Optional<Effect> effect = Optional.empty();

    /** Creates a row that stands for a resource object. */
    ImportedRow(FileRecord staged, ObjectNode resource) {
        this.staged = staged;
        this.resource = resource;
    }

    /** Creates a row that cannot be read. */
    static ImportedRow unreadable(FileRecord staged, JsonApiException why) {
        var row = new ImportedRow(staged, JsonNodeFactory.instance.objectNode());
        row.reject(why);
        return row;
    }

    int line() {
        return staged.line();
    }

    String content() {
        return staged.content();
    }

    ObjectNode resource() {
        return resource;
    }

    void reject(JsonApiError error) {
        errors.add(error);
    }

    void reject(JsonApiException rejected) {
        errors.addAll(rejected.errors());
    }

    List<JsonApiError> errors() {
        return errors;
    }

    boolean isRejected() {
        return !errors.isEmpty();
    }

    void setKey(List<Object> values) {
        key = Optional.of(values);
    }

    /** The values by which its resource is found; empty if it has none, or some are wrong. */
    Optional<List<Object>> key() {
        return key;
    }

    void setPresent(Row resourceWithKey) {
        present = Optional.of(resourceWithKey);
    }

    /** The row creates its resource, even if that is there already: this is a repetition. */
    void repeat() {
        present = Optional.empty();
    }

    /** The resource that it changes. */
    Optional<Row> present() {
        return present;
    }

    Optional<UUID> id() {
        return present.map(found -> found.getUUID("id"));
    }

    void setEffect(Effect change) {
        effect = Optional.of(change);
    }

    /** Whether it changes something. */
    boolean hasEffect() {
        return effect.isPresent();
    }

    /** Whether it is a request to the handlers of its type. */
    boolean isRequest() {
        return effect.isPresent() && effect.get().isRequest();
    }

    BulkChange change() {
        var stored = effect.orElseThrow();
        return new BulkChange(id(), stored.draft(), stored.internal());
    }

    /** What its linkage names, if that is no id. */
    Optional<String> identifier(ToOne toOne) {
        return Optional.of(linkage(toOne).path("id"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(text -> Ids.parse(text).isEmpty());
    }

    void setRelated(ToOne toOne, UUID id) {
        ((ObjectNode) linkage(toOne)).put("id", id.toString());
    }

    JsonNode linkage(ToOne toOne) {
        return resource.path("relationships").path(toOne.name()).path("data");
    }
}
