package dev.registrar.resource.document.writing;

import static dev.registrar.resource.error.ErrorCode.RESPONSE_TOO_LARGE;
import static dev.registrar.resource.error.ErrorSource.parameter;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.document.writing.FoundPage.Numbered;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.json.Json.TooManyBytesException;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.PageReader;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Writes the documents of successful responses (JSON:API 1.0, "Document Structure") directly as bytes. */
public record DocumentWriter(Links links, int mostBytes) {
    private static final int TYPICAL_RESOURCE_BYTES = 1024;
    private static final SerializedString NOTHING = new SerializedString("");

    /**
     * Each response in progress uses so much memory. A page of 100 resources with long texts usually has half of it.
     */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    /** Writes documents of any size, for changes: one that has been made is reported whatever its document contains. */
    public static DocumentWriter ofChanges(Links links) {
        return new DocumentWriter(links, Integer.MAX_VALUE);
    }

    /** Writes documents of at most 4 MiB, for reads: a larger one fails with {@code response_too_large}. */
    public static DocumentWriter ofReads(Links links) {
        return new DocumentWriter(links, MAX_BYTES);
    }

    /** Writes a document whose primary data is one resource, with resource objects from other verticles. */
    public Buffer item(String self, FoundItem found, List<JsonNode> remote) {
        return write(TYPICAL_RESOURCE_BYTES, parameter(Inclusion.PARAMETER), out -> {
            out.writeFieldName("data");
            new ResourceObjectWriter(out, links, found.fields()).write(found.row());
            if (found.included().isPresent()) {
                writeIncluded(out, List.of(found.row()), found.included().get(), remote);
            }
            writeSelfLink(out, self);
        });
    }

    /**
     * Writes a document whose primary data is null: for the related URL of an empty to-one relationship.
     *
     * @param isCompound whether it has the member {@code included}, which is empty
     */
    public Buffer nothing(String self, boolean isCompound) {
        return write(TYPICAL_RESOURCE_BYTES, parameter(Inclusion.PARAMETER), out -> {
            out.writeNullField("data");
            if (isCompound) {
                out.writeArrayFieldStart("included");
                out.writeEndArray();
            }
            writeSelfLink(out, self);
        });
    }

    /** Writes a document whose primary data is a page of a collection, with resource objects from other verticles. */
    public Buffer page(FoundPage found, PageLinks pageLinks, List<JsonNode> remote) {
        return write(found.position().page().size() * TYPICAL_RESOURCE_BYTES, parameter(PageReader.SIZE), out -> {
            var resources = new ResourceObjectWriter(out, links, found.fields());
            out.writeArrayFieldStart("data");
            for (var row : found.rows()) {
                resources.write(row);
            }
            out.writeEndArray();
            if (found.included().isPresent()) {
                writeIncluded(out, found.rows(), found.included().get(), remote);
            }
            pageLinks.write(out, found.position());
            if (found.position() instanceof Numbered numbered) {
                writePagination(out, numbered);
            }
        });
    }

    /** Writes resource objects, each on a line of its own. */
    public Buffer lines(ShownFields fields, RowSet<Row> rows) {
        return Json.writeAtMost(mostBytes, rows.size() * TYPICAL_RESOURCE_BYTES, out -> {
            out.setRootValueSeparator(NOTHING);
            var resources = new ResourceObjectWriter(out, links, fields);
            for (var row : rows) {
                resources.write(row);
                out.writeRaw('\n');
            }
        });
    }

    /** Writes a document whose primary data is the linkage of one relationship, from the second column of the row. */
    public Buffer linkage(ResourceType type, Relationship relationship, Row row) {
        return write(
                TYPICAL_RESOURCE_BYTES,
                null,
                out -> new RelationshipWriter(out, links, type, relationship)
                        .writeMembers(row, Ids.ascii(row.getUUID(0)), 1));
    }

    /** Writes a document; an error names the parameter that can make it smaller, if there is one. */
    private Buffer write(int expectedBytes, ErrorSource parameter, Json.Content members) {
        try {
            return Json.writeAtMost(mostBytes, expectedBytes, out -> writeDocument(out, members));
        } catch (TooManyBytesException e) {
            throw RESPONSE_TOO_LARGE
                    .at(
                            parameter,
                            "The response would have more than %s bytes; request fewer resources, or fewer of their fields with fields[<type>]."
                                    .formatted(mostBytes))
                    .asException();
        }
    }

    private static void writeDocument(JsonGenerator out, Json.Content members) throws IOException {
        out.writeStartObject();
        members.writeTo(out);
        JsonApi.writeMember(out);
        out.writeEndObject();
    }

    /**
     * A compound document contains each resource once ("Compound Documents"); ids are UUIDs, so they are unique across
     * types.
     */
    private void writeIncluded(JsonGenerator out, Iterable<Row> primary, Included included, List<JsonNode> remote)
            throws IOException {
        Set<UUID> written = new HashSet<>();
        primary.forEach(row -> written.add(row.getUUID(0)));
        out.writeArrayFieldStart("included");
        for (var found : included.local()) {
            var resources = new ResourceObjectWriter(out, links, found.fields());
            for (var row : found.rows()) {
                if (written.add(row.getUUID(0))) {
                    resources.write(row);
                }
            }
        }
        if (!remote.isEmpty()) {
            writeRemote(out, remote, written);
        }
        out.writeEndArray();
    }

    private static void writeRemote(JsonGenerator out, List<JsonNode> remote, Set<UUID> local) throws IOException {
        var written = local.stream().map(UUID::toString).collect(Collectors.toCollection(HashSet::new));
        for (var resource : remote) {
            if (written.add(resource.path("id").asText())) {
                out.writeTree(resource);
            }
        }
    }

    private static void writePagination(JsonGenerator out, Numbered position) throws IOException {
        out.writeObjectFieldStart("meta");
        out.writeObjectFieldStart("pagination");
        out.writeNumberField("page", position.page().number());
        out.writeNumberField("pages", position.pages());
        out.writeNumberField("count", position.count());
        out.writeEndObject();
        out.writeEndObject();
    }

    private static void writeSelfLink(JsonGenerator out, String self) throws IOException {
        out.writeObjectFieldStart("links");
        out.writeStringField("self", self);
        out.writeEndObject();
    }
}
