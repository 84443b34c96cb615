package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorCode.MISSING_ATTRIBUTE;
import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.store.ResourceKey;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.UniqueKey;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys by which the rows of an import find their resources.
 *
 * @param unique the key of the type that they are; empty for ids
 */
record RowKeys(Import work, ResourceKey key, Optional<UniqueKey> unique) {
    /** Records the first row with each key; returns the lines of the first ones. */
    private static final String RECORD = """
            INSERT INTO imports.keys AS k (import_id, key, line) SELECT $1, * FROM unnest($2::uuid[], $3::integer[])
            ON CONFLICT (import_id, key) DO UPDATE SET line = k.line
            RETURNING key, line
            """;

    static RowKeys of(Import work) {
        var type = work.type();
        return type.uniqueKeys().stream()
                .filter(unique -> namesOf(unique).equals(Set.copyOf(work.matchBy())))
                .findFirst()
                .map(unique -> new RowKeys(
                        work, new ResourceKey(type, unique.attributes(), unique.toOnes()), Optional.of(unique)))
                .orElseGet(() -> new RowKeys(work, ResourceKey.ofId(type), Optional.empty()));
    }

    private static Set<String> namesOf(UniqueKey unique) {
        return Stream.concat(
                        unique.attributes().stream().map(Attribute::name),
                        unique.toOnes().stream().map(ToOne::name))
                .collect(Collectors.toSet());
    }

    /** Reads the key of a row, unless it has none or a part of it is wrong. */
    void read(ImportedRow row) {
        if (key.isId()) {
            readId(row);
            return;
        }
        List<Object> values = new ArrayList<>();
        for (var attribute : key.attributes()) {
            var value =
                    attribute.kind().fromJson(row.resource().path("attributes").path(attribute.name()));
            if (value.isEmpty() || value.get().equals("")) {
                return;
            }
            values.add(value.get());
        }
        for (var toOne : key.toOnes()) {
            var id = Ids.parse(row.linkage(toOne).path("id").asText());
            if (id.isEmpty() && toOne.required()) {
                return;
            }
            values.add(id.orElse(null));
        }
        row.setKey(values);
    }

    private void readId(ImportedRow row) {
        var text = row.resource().path(ImportColumns.ID).asText();
        var id = Ids.parse(text);
        if (id.isPresent()) {
            row.setKey(List.of(id.get()));
        } else if (!text.isEmpty()) {
            row.reject(nothingToChange());
        }
    }

    /** The rows that have a key, by a hash of it; of those with the same one, all but the first are rejected. */
    Map<UUID, ImportedRow> firstOfEach(List<ImportedRow> rows) {
        Map<UUID, ImportedRow> first = new LinkedHashMap<>();
        rows.forEach(row -> row.key().ifPresent(values -> {
            var other = first.putIfAbsent(hash(values), row);
            if (other != null) {
                row.reject(sameAs(other.line()));
            }
        }));
        return first;
    }

    /** Records the keys of rows, and selects the first line with each of them. */
    Statement record(Map<UUID, ImportedRow> rows) {
        var lines = rows.values().stream().map(ImportedRow::line).toArray(Integer[]::new);
        return new Statement(RECORD, Tuple.of(work.id(), rows.keySet().toArray(UUID[]::new), lines));
    }

    JsonApiError sameAs(int line) {
        return DUPLICATE.at(
                place(), "Line %s of the file is about the same resource; leave one of the two out.".formatted(line));
    }

    /** The error when a row changes a resource, and there is none. */
    JsonApiError nothingToChange() {
        return key.isId()
                ? NOT_FOUND.at(place(), ResourceType.nothingAmong(work.type().name()))
                : NOT_FOUND.at(
                        place(),
                        "There is nothing with this %s among the %s."
                                .formatted(label(), Attribute.label(work.type().name())));
    }

    /** The error when a row has to change a resource, and does not say which. */
    JsonApiError missing() {
        return MISSING_ATTRIBUTE.at(
                pointer("data"), "The row needs the %s of the resource that it changes.".formatted(label()));
    }

    /** The error when a row creates a resource that exists. */
    JsonApiError exists(UUID id) {
        return unique.map(UniqueKey::error)
                .orElseGet(() -> DUPLICATE.at(place(), "There is a resource with this id already."))
                .about(Optional.of(new Links("").item(work.type(), id)));
    }

    private String label() {
        return work.matchBy().stream().map(Attribute::label).collect(Collectors.joining(", "));
    }

    private ErrorSource place() {
        if (key.isId()) {
            return pointer("data", ImportColumns.ID);
        }
        return key.attributes().isEmpty()
                ? pointer("data", "relationships", key.toOnes().get(0).name())
                : pointer("data", "attributes", key.attributes().get(0).name());
    }

    /** Equal for keys that differ only in letter case. No identifier contains the end of a line. */
    private static UUID hash(List<Object> values) {
        var text = values.stream().map(value -> folded(String.valueOf(value))).collect(Collectors.joining("\n"));
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String folded(String text) {
        return text.codePoints()
                .map(character -> Character.toLowerCase(Character.toUpperCase(character)))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The keys of rows by their index, for the lookup of their resources. */
    static List<List<Object>> valuesOf(List<ImportedRow> rows) {
        return rows.stream().map(row -> row.key().orElseThrow()).toList();
    }
}
