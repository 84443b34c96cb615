package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.util.UUID;

/** Writes resource objects and linkage (JSON:API 1.0, "Resource Objects") from rows of the database. */
final class ResourceObjectWriter {
    private final JsonGenerator out;
    private final Links links;

    ResourceObjectWriter(JsonGenerator out, Links links) {
        this.out = out;
        this.links = links;
    }

    void write(ShownFields fields, Row row) throws IOException {
        var type = fields.type();
        var id = row.getUUID(0);
        out.writeStartObject();
        out.writeStringField("type", type.name());
        out.writeStringField("id", id.toString());
        writeAttributes(fields, row);
        writeRelationships(fields, row, id);
        writeMeta(fields, row);
        out.writeObjectFieldStart("links");
        out.writeStringField("self", links.item(type, id));
        out.writeEndObject();
        out.writeEndObject();
    }

    private void writeMeta(ShownFields fields, Row row) throws IOException {
        var meta = fields.type().meta();
        var value = meta.isPresent() ? row.getString(fields.metaColumn()) : null;
        if (value != null) {
            out.writeObjectFieldStart("meta");
            out.writeFieldName(meta.get().member());
            out.writeRawValue(value);
            out.writeEndObject();
        }
    }

    private void writeAttributes(ShownFields fields, Row row) throws IOException {
        if (fields.attributes().isEmpty()) {
            return;
        }
        out.writeObjectFieldStart("attributes");
        var column = 1;
        for (var attribute : fields.attributes()) {
            out.writeFieldName(attribute.name());
            if (row.getValue(column) == null) {
                out.writeNull();
            } else {
                attribute.kind().write(out, row, column);
            }
            column++;
        }
        out.writeEndObject();
    }

    private void writeRelationships(ShownFields fields, Row row, UUID id) throws IOException {
        if (fields.relationships().isEmpty()) {
            return;
        }
        out.writeObjectFieldStart("relationships");
        var column = 1 + fields.attributes().size();
        for (var relationship : fields.relationships()) {
            out.writeObjectFieldStart(relationship.name());
            writeLinkage(fields.type(), id, relationship, row, column, LinkagePage.FIRST);
            out.writeEndObject();
            column++;
        }
        out.writeEndObject();
    }

    /**
     * Writes the members of a relationship object, which are also the members of the document at a relationship URL.
     */
    void writeLinkage(ResourceType type, UUID id, Relationship relationship, Row row, int column, LinkagePage page)
            throws IOException {
        var count = 0;
        if (relationship instanceof ToMany) {
            var ids = row.getArrayOfUUIDs(column);
            count = ids.length;
            writeIdentifiers(relationship.target(), page.of(ids), count);
        } else {
            out.writeFieldName("data");
            writeIdentifierOrNull(relationship.target(), row.getUUID(column));
        }
        var url = links.relationship(type, id, relationship);
        out.writeObjectFieldStart("links");
        out.writeStringField("self", page.self(url));
        out.writeStringField("related", links.related(type, id, relationship));
        page.writeLinks(out, url, count);
        out.writeEndObject();
    }

    private void writeIdentifiers(String type, UUID[] ids, int count) throws IOException {
        out.writeArrayFieldStart("data");
        for (var id : ids) {
            writeIdentifierOrNull(type, id);
        }
        out.writeEndArray();
        out.writeObjectFieldStart("meta");
        out.writeNumberField("count", count);
        out.writeEndObject();
    }

    private void writeIdentifierOrNull(String type, UUID id) throws IOException {
        if (id == null) {
            out.writeNull();
            return;
        }
        out.writeStartObject();
        out.writeStringField("type", type);
        out.writeStringField("id", id.toString());
        out.writeEndObject();
    }
}
