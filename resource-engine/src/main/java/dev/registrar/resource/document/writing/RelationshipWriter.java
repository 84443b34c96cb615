package dev.registrar.resource.document.writing;

import static dev.registrar.resource.document.writing.ResourceObjectWriter.COUNT;
import static dev.registrar.resource.document.writing.ResourceObjectWriter.DATA;
import static dev.registrar.resource.document.writing.ResourceObjectWriter.ID;
import static dev.registrar.resource.document.writing.ResourceObjectWriter.LINKS;
import static dev.registrar.resource.document.writing.ResourceObjectWriter.META;
import static dev.registrar.resource.document.writing.ResourceObjectWriter.RELATED;
import static dev.registrar.resource.document.writing.ResourceObjectWriter.SELF;
import static dev.registrar.resource.document.writing.ResourceObjectWriter.TYPE;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.util.UUID;

/** Writes one relationship of the resources of a type (JSON:API 1.0, "Relationships") from rows of the database. */
final class RelationshipWriter {
    private final JsonGenerator out;
    private final Relationship relationship;
    private final SerializedString name;
    private final SerializedString target;
    private final Links.Template self;
    private final Links.Template related;

    RelationshipWriter(JsonGenerator out, Links links, ResourceType type, Relationship relationship) {
        this.out = out;
        this.relationship = relationship;
        name = new SerializedString(relationship.name());
        target = new SerializedString(relationship.target());
        self = links.relationships(type, relationship);
        related = links.related(type, relationship);
    }

    /** Writes the relationship object, as a member of the {@code relationships} of a resource object. */
    void write(Row row, byte[] id, int column) throws IOException {
        out.writeFieldName(name);
        out.writeStartObject();
        writeMembers(row, id, column);
        out.writeEndObject();
    }

    /**
     * Writes the members of a relationship object, which are also the members of the document at a relationship URL.
     */
    void writeMembers(Row row, byte[] id, int column) throws IOException {
        if (relationship instanceof ToMany toMany && toMany.isOnlyLinked()) {
            writeLinkToRelated(id);
            return;
        }
        out.writeFieldName(DATA);
        if (relationship instanceof ToMany) {
            var ids = row.getArrayOfUUIDs(column);
            writeIdentifiers(ids);
            writeCount(ids.length);
        } else {
            writeIdentifierOrNull(row.getUUID(column));
        }
        writeLinks(id);
    }

    private void writeLinkToRelated(byte[] id) throws IOException {
        out.writeFieldName(LINKS);
        out.writeStartObject();
        out.writeFieldName(RELATED);
        related.write(out, id);
        out.writeEndObject();
    }

    private void writeIdentifiers(UUID[] ids) throws IOException {
        out.writeStartArray();
        for (var id : ids) {
            writeIdentifierOrNull(id);
        }
        out.writeEndArray();
    }

    private void writeIdentifierOrNull(UUID id) throws IOException {
        if (id == null) {
            out.writeNull();
            return;
        }
        var text = Ids.ascii(id);
        out.writeStartObject();
        out.writeFieldName(TYPE);
        out.writeString(target);
        out.writeFieldName(ID);
        out.writeRawUTF8String(text, 0, text.length);
        out.writeEndObject();
    }

    private void writeCount(int count) throws IOException {
        out.writeFieldName(META);
        out.writeStartObject();
        out.writeFieldName(COUNT);
        out.writeNumber(count);
        out.writeEndObject();
    }

    private void writeLinks(byte[] id) throws IOException {
        out.writeFieldName(LINKS);
        out.writeStartObject();
        out.writeFieldName(SELF);
        self.write(out, id);
        out.writeFieldName(RELATED);
        related.write(out, id);
        out.writeEndObject();
    }
}
