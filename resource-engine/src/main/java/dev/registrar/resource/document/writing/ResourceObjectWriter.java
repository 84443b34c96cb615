package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.type.Attribute;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.util.List;

/** Writes the resource objects of one type (JSON:API 1.0, "Resource Objects") from rows of the database. */
final class ResourceObjectWriter {
    // The names of the members that every resource object has, encoded once for all documents.
    static final SerializedString TYPE = new SerializedString("type");
    static final SerializedString ID = new SerializedString("id");
    static final SerializedString ATTRIBUTES = new SerializedString("attributes");
    static final SerializedString RELATIONSHIPS = new SerializedString("relationships");
    static final SerializedString DATA = new SerializedString("data");
    static final SerializedString META = new SerializedString("meta");
    static final SerializedString COUNT = new SerializedString("count");
    static final SerializedString LINKS = new SerializedString("links");
    static final SerializedString SELF = new SerializedString("self");
    static final SerializedString RELATED = new SerializedString("related");

    private final JsonGenerator out;
    private final ShownFields fields;
    private final SerializedString type;
    private final List<RelationshipWriter> relationships;
    private final Links.Template self;

    ResourceObjectWriter(JsonGenerator out, Links links, ShownFields fields) {
        this.out = out;
        this.fields = fields;
        type = new SerializedString(fields.type().name());
        relationships = fields.relationships().stream()
                .map(relationship -> new RelationshipWriter(out, links, fields.type(), relationship))
                .toList();
        self = links.items(fields.type());
    }

    void write(Row row) throws IOException {
        var id = Ids.ascii(row.getUUID(0));
        out.writeStartObject();
        out.writeFieldName(TYPE);
        out.writeString(type);
        out.writeFieldName(ID);
        out.writeRawUTF8String(id, 0, id.length);
        writeAttributes(row);
        writeRelationships(row, id);
        writeMeta(row);
        out.writeFieldName(LINKS);
        out.writeStartObject();
        out.writeFieldName(SELF);
        self.write(out, id);
        out.writeEndObject();
        out.writeEndObject();
    }

    private void writeAttributes(Row row) throws IOException {
        if (fields.attributes().isEmpty()) {
            return;
        }
        out.writeFieldName(ATTRIBUTES);
        out.writeStartObject();
        writeValues(row, fields.attributes(), 1);
        out.writeEndObject();
    }

    private void writeRelationships(Row row, byte[] id) throws IOException {
        if (relationships.isEmpty()) {
            return;
        }
        out.writeFieldName(RELATIONSHIPS);
        out.writeStartObject();
        var column = 1 + fields.attributes().size();
        for (var relationship : relationships) {
            relationship.write(row, id, column);
            column++;
        }
        out.writeEndObject();
    }

    private void writeMeta(Row row) throws IOException {
        var simple = fields.type().metaAttributes();
        var meta = fields.type().meta();
        var value = meta.isPresent() ? row.getString(fields.metaColumn() + simple.size()) : null;
        if (simple.isEmpty() && value == null) {
            return;
        }
        out.writeFieldName(META);
        out.writeStartObject();
        writeValues(row, simple, fields.metaColumn());
        if (value != null) {
            out.writeFieldName(meta.get().member());
            out.writeRawValue(value);
        }
        out.writeEndObject();
    }

    /** Writes the values as members; their columns begin at this one. */
    private void writeValues(Row row, List<Attribute> attributes, int firstColumn) throws IOException {
        var column = firstColumn;
        for (var attribute : attributes) {
            out.writeFieldName(attribute.member());
            if (row.getValue(column) == null) {
                out.writeNull();
            } else {
                attribute.kind().write(out, row, column);
            }
            column++;
        }
    }
}
