package dev.registrar.resource.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Writes the documents of successful answers (JSON:API 1.0, "Document Structure"), each once, as bytes. */
public final class DocumentWriter {
    private static final int TYPICAL_RESOURCE_BYTES = 1024;

    private final Links links;

    public DocumentWriter(Links links) {
        this.links = links;
    }

    /** A document whose primary data is one resource. */
    public Buffer item(ShownFields fields, Row row, List<FoundResources> included) {
        return Json.write(out -> {
            var resources = new ResourceObjectWriter(out, links);
            out.writeStartObject();
            out.writeFieldName("data");
            resources.write(fields, row);
            if (!included.isEmpty()) {
                writeIncluded(out, resources, new FoundResources(fields, List.of(row)), included);
            }
            writeSelfLink(out, links.item(fields.type(), row.getUUID(0)));
            Json.writeJsonApiMember(out);
            out.writeEndObject();
        });
    }

    /** A document whose primary data is null: an empty to-one relationship's related URL. */
    public Buffer nothing(String self) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeNullField("data");
            writeSelfLink(out, self);
            Json.writeJsonApiMember(out);
            out.writeEndObject();
        });
    }

    /**
     * A document whose primary data is a page of a collection.
     *
     * @param count how many resources the collection has on all its pages
     */
    public Buffer page(
            FoundResources found, Page page, long count, PageLinks pageLinks, List<FoundResources> included) {
        return Json.write(page.size() * TYPICAL_RESOURCE_BYTES, out -> {
            var resources = new ResourceObjectWriter(out, links);
            out.writeStartObject();
            out.writeArrayFieldStart("data");
            for (var row : found.rows()) {
                resources.write(found.fields(), row);
            }
            out.writeEndArray();
            if (!included.isEmpty()) {
                writeIncluded(out, resources, found, included);
            }
            writePagination(out, page, count, pageLinks);
            Json.writeJsonApiMember(out);
            out.writeEndObject();
        });
    }

    /** A document whose primary data is the linkage of one relationship, in the given column of the row. */
    public Buffer linkage(ResourceType type, UUID id, Relationship relationship, Row row, int column) {
        return Json.write(out -> {
            out.writeStartObject();
            new ResourceObjectWriter(out, links).writeLinkage(type, id, relationship, row, column);
            Json.writeJsonApiMember(out);
            out.writeEndObject();
        });
    }

    /** A compound document holds each resource once ("Compound Documents"). */
    private static void writeIncluded(
            JsonGenerator out, ResourceObjectWriter resources, FoundResources primary, List<FoundResources> included)
            throws IOException {
        Set<UUID> written = new HashSet<>();
        primary.rows().forEach(row -> written.add(row.getUUID(0)));
        out.writeArrayFieldStart("included");
        for (var found : included) {
            for (var row : found.rows()) {
                if (written.add(row.getUUID(0))) {
                    resources.write(found.fields(), row);
                }
            }
        }
        out.writeEndArray();
    }

    private static void writeSelfLink(JsonGenerator out, String self) throws IOException {
        out.writeObjectFieldStart("links");
        out.writeStringField("self", self);
        out.writeEndObject();
    }

    private static void writePagination(JsonGenerator out, Page page, long count, PageLinks pageLinks)
            throws IOException {
        var pages = page.pagesOf(count);
        out.writeObjectFieldStart("links");
        out.writeStringField("self", pageLinks.self());
        out.writeStringField("first", pageLinks.to(page, 1));
        out.writeStringField("last", pageLinks.to(page, pages));
        out.writeStringField("prev", page.number() > 1 ? pageLinks.to(page, page.number() - 1L) : null);
        out.writeStringField("next", page.number() < pages ? pageLinks.to(page, page.number() + 1L) : null);
        out.writeEndObject();
        out.writeObjectFieldStart("meta");
        out.writeObjectFieldStart("pagination");
        out.writeNumberField("page", page.number());
        out.writeNumberField("pages", pages);
        out.writeNumberField("count", count);
        out.writeEndObject();
        out.writeEndObject();
    }
}
