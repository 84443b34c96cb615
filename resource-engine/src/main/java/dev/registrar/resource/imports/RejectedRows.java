package dev.registrar.resource.imports;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.export.FileContent;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The rejected rows of an import as they were in its file, under its header, with the errors of each in a further
 * column: a file that can be mended and sent again.
 *
 * @param header the header of a CSV file; empty for lines of JSON, each of which becomes a cell
 */
record RejectedRows(UUID importId, Optional<List<String>> header) implements FileContent {
    private static final String ERRORS = "errors";

    private static final String SELECT =
            "SELECT content, errors FROM imports.import_errors WHERE import_id = $1 ORDER BY line, id";

    @Override
    public Statement statement() {
        return new Statement(SELECT, Tuple.of(importId));
    }

    @Override
    public Buffer head() {
        var names = header.map(this::withoutErrors).orElse(List.of("resource"));
        return record(names, ERRORS);
    }

    @Override
    public Future<Buffer> of(RowSet<Row> rows) {
        var written = Buffer.buffer();
        rows.forEach(row -> written.appendBuffer(record(row.getString(0), errorsOf(row))));
        return Future.succeededFuture(written);
    }

    private Buffer record(String content, String errors) {
        if (header.isEmpty()) {
            return record(List.of(content), errors);
        }
        return header.get().contains(ERRORS)
                ? record(withoutErrors(cellsOf(content)), errors)
                : Buffer.buffer(content).appendString(",").appendBuffer(record(List.of(), errors));
    }

    private static List<String> cellsOf(String content) {
        return CsvReader.builder().ofCsvRecord(content).stream()
                .findFirst()
                .map(CsvRecord::getFields)
                .orElse(List.of());
    }

    /** A file that was mended once has the column already. */
    private List<String> withoutErrors(List<String> cells) {
        var kept = new ArrayList<>(cells);
        header.map(names -> names.indexOf(ERRORS))
                .filter(index -> index >= 0 && index < kept.size())
                .ifPresent(index -> kept.remove((int) index));
        return kept;
    }

    private static String errorsOf(Row row) {
        return row.getJsonArray(1).stream()
                .map(JsonObject.class::cast)
                .map(error -> placeOf(error) + error.getString("detail"))
                .collect(Collectors.joining(" "));
    }

    private static String placeOf(JsonObject error) {
        return error.getJsonObject("source", new JsonObject()).stream()
                .map(place -> place.getValue() + ": ")
                .findFirst()
                .orElse("");
    }

    private static Buffer record(List<String> cells, String errors) {
        var text = new StringWriter();
        var csv = CsvWriter.builder()
                .bufferSize(0)
                .lineDelimiter(LineDelimiter.CRLF)
                .build(text);
        var record = csv.writeRecord();
        cells.forEach(record::writeField);
        record.writeField(errors).endRecord();
        return Buffer.buffer(text.toString());
    }
}
