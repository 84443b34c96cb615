package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_DOCUMENT;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_FILE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.FieldModifier;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;

/** Reads the rows of a file as resource objects. */
record RowReader(Import work) {
    /** Stands for a cell without anything, not even quotes: no file contains this character. */
    private static final String EMPTY = "\0";

    private static final FieldModifier MARK_EMPTY = new FieldModifier() {
        @Override
        public String modify(long line, int index, boolean isQuoted, String text) {
            return text.isEmpty() && !isQuoted ? EMPTY : text;
        }
    };

    private static final CsvReader.CsvReaderBuilder CSV = CsvReader.builder()
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE);

    ImportedRow read(FileRecord staged) {
        try {
            var resource = work.columns().isPresent()
                    ? ofCells(work.columns().get(), cells(staged))
                    : ofJson(Json.readDocument(Buffer.buffer(staged.content())));
            if (!work.matchesById()) {
                resource.remove(ImportColumns.ID);
            }
            return new ImportedRow(staged, resource);
        } catch (JsonApiException unreadable) {
            return ImportedRow.unreadable(staged, unreadable);
        }
    }

    private static List<String> cells(FileRecord staged) {
        try {
            var handler = CsvRecordHandler.of(builder -> builder.fieldModifier(MARK_EMPTY));
            return CSV.ofSingleCsvRecord(handler, staged.content()).getFields();
        } catch (CsvParseException malformed) {
            throw MALFORMED_FILE.because("The row is no record of a CSV file.").asException();
        }
    }

    private ObjectNode ofCells(ImportColumns columns, List<String> cells) {
        var all = columns.all();
        if (cells.size() != all.size()) {
            throw MALFORMED_FILE
                    .because("The row has %s cells, but the header has %s; a cell that contains a comma is quoted."
                            .formatted(cells.size(), all.size()))
                    .asException();
        }
        var resource =
                JsonNodeFactory.instance.objectNode().put("type", work.type().name());
        var attributes = resource.putObject("attributes");
        var relationships = resource.putObject("relationships");
        for (var index = 0; index < all.size(); index++) {
            var cell = cells.get(index);
            all.get(index).attribute().ifPresent(attribute -> attributes.set(attribute.name(), value(attribute, cell)));
            all.get(index)
                    .relationship()
                    .ifPresent(toOne -> relationships.putObject(toOne.name()).set("data", linkage(toOne, cell)));
            if (all.get(index).name().equals(ImportColumns.ID) && !isEmpty(cell)) {
                resource.put(ImportColumns.ID, cell);
            }
        }
        return resource;
    }

    private static boolean isEmpty(String cell) {
        return cell.isEmpty() || cell.equals(EMPTY);
    }

    /** Programs for tables write true and false in capital letters. A text that is no value is wrong, and stays a text. */
    private static JsonNode value(Attribute attribute, String cell) {
        var isNull = attribute.kind() == AttributeKind.TEXT ? cell.equals(EMPTY) : isEmpty(cell);
        if (isNull) {
            return attribute.isNullable() ? NullNode.getInstance() : TextNode.valueOf("");
        }
        return switch (attribute.kind()) {
            case INTEGER ->
                AttributeKind.INTEGER
                        .fromText(cell)
                        .<JsonNode>map(number -> IntNode.valueOf((Integer) number))
                        .orElseGet(() -> TextNode.valueOf(cell));
            case BOOLEAN ->
                AttributeKind.BOOLEAN
                        .fromText(cell.toLowerCase(Locale.ROOT))
                        .<JsonNode>map(value -> BooleanNode.valueOf((Boolean) value))
                        .orElseGet(() -> TextNode.valueOf(cell));
            default -> TextNode.valueOf(cell);
        };
    }

    private static JsonNode linkage(ToOne toOne, String cell) {
        return isEmpty(cell)
                ? NullNode.getInstance()
                : JsonNodeFactory.instance
                        .objectNode()
                        .put("type", toOne.target())
                        .put("id", cell);
    }

    /** Without the to-many relationships that an export contains: they are those of the resources on the other side. */
    private ObjectNode ofJson(JsonNode value) {
        if (!(value instanceof ObjectNode resource)) {
            throw MALFORMED_DOCUMENT
                    .at(pointer(), "The line must be a resource object, as in the member \"data\" of a document.")
                    .asException();
        }
        if (resource.path("relationships") instanceof ObjectNode relationships) {
            work.type().relationships().stream()
                    .filter(ToMany.class::isInstance)
                    .forEach(toMany -> relationships.remove(toMany.name()));
        }
        return resource;
    }
}
