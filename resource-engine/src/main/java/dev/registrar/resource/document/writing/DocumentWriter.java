package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes the documents of successful answers (JSON:API 1.0, "Document Structure"), each once, as bytes. */
public final class DocumentWriter {
    private static final int TYPICAL_RESOURCE_BYTES = 1024;

    private final Links links;

    public DocumentWriter(Links links) {
        this.links = links;
    }

    /**
     * A document whose primary data is one resource.
     *
     * @param self the URL of the request, or of what it created
     */
    public Buffer item(String self, ShownFields fields, Row row, Optional<Included> included) {
        return Json.write(out -> {
            var resources = new ResourceObjectWriter(out, links);
            out.writeStartObject();
            out.writeFieldName("data");
            resources.write(fields, row);
            if (included.isPresent()) {
                writeIncluded(out, resources, new FoundResources(fields, List.of(row)), included.get());
            }
            writeSelfLink(out, self);
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    /** A document whose primary data is null: an empty to-one relationship's related URL. */
    public Buffer nothing(String self, Optional<Included> included) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeNullField("data");
            if (included.isPresent()) {
                out.writeArrayFieldStart("included");
                out.writeEndArray();
            }
            writeSelfLink(out, self);
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    /** A document whose primary data is a page of a collection. */
    public Buffer page(FoundResources found, PagePosition position, PageLinks pageLinks, Optional<Included> included) {
        return Json.write(position.page().size() * TYPICAL_RESOURCE_BYTES, out -> {
            var resources = new ResourceObjectWriter(out, links);
            out.writeStartObject();
            out.writeArrayFieldStart("data");
            for (var row : found.rows()) {
                resources.write(found.fields(), row);
            }
            out.writeEndArray();
            if (included.isPresent()) {
                writeIncluded(out, resources, found, included.get());
            }
            out.writeObjectFieldStart("links");
            out.writeStringField("self", pageLinks.self());
            position.writeLinks(out, pageLinks);
            out.writeEndObject();
            position.writeMeta(out);
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    /** A document whose primary data is the linkage of one relationship, in the second column of the row. */
    public Buffer linkage(ResourceType type, Relationship relationship, Row row, LinkagePage page) {
        return Json.write(out -> {
            out.writeStartObject();
            new ResourceObjectWriter(out, links).writeLinkage(type, row.getUUID(0), relationship, row, 1, page);
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    /** A compound document holds each resource once ("Compound Documents"); ids are UUIDs, so they differ between types. */
    private static void writeIncluded(
            JsonGenerator out, ResourceObjectWriter resources, FoundResources primary, Included included)
            throws IOException {
        Set<String> written = new HashSet<>();
        primary.rows().forEach(row -> written.add(row.getUUID(0).toString()));
        out.writeArrayFieldStart("included");
        for (var found : included.local()) {
            for (var row : found.rows()) {
                if (written.add(row.getUUID(0).toString())) {
                    resources.write(found.fields(), row);
                }
            }
        }
        for (var resource : included.remote()) {
            if (written.add(resource.path("id").asText())) {
                out.writeTree(resource);
            }
        }
        out.writeEndArray();
    }

    private static void writeSelfLink(JsonGenerator out, String self) throws IOException {
        out.writeObjectFieldStart("links");
        out.writeStringField("self", self);
        out.writeEndObject();
    }
}
