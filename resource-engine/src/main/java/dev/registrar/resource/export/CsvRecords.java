package dev.registrar.resource.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.registrar.platform.database.Statement;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/**
 * A file with a record for each resource (RFC 4180). The cell of null is empty and that of the empty string is quoted, so
 * that a reader can tell them apart.
 *
 * @param remotes the resources of other verticles of which there are columns
 * @param isForSpreadsheet whether the file begins with a byte order mark, and no cell is a formula
 */
record CsvRecords(Statement statement, List<Column> columns, List<RemoteResources> remotes, boolean isForSpreadsheet)
        implements FileContent {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** A cell that begins with one of these may be a formula. */
    private static final String BEGINNINGS_OF_FORMULAS = "=+-@\t\r";

    /**
     * A column.
     *
     * @param cell the text of its cell in a row; null if it is empty
     */
    record Column(String name, Function<Row, String> cell) {}

    @Override
    public Buffer head() {
        var names = columns.stream().map(Column::name).toList();
        return Buffer.buffer(isForSpreadsheet ? BYTE_ORDER_MARK : "")
                .appendBuffer(write(csv -> csv.writeRecord(names)));
    }

    @Override
    public Future<Buffer> of(RowSet<Row> rows) {
        return Future.all(remotes.stream().map(remote -> remote.load(rows)).toList())
                .map(loaded -> write(csv -> rows.forEach(row -> write(csv, row))));
    }

    private void write(CsvWriter csv, Row row) {
        var cells = csv.writeRecord();
        for (var column : columns) {
            var text = column.cell().apply(row);
            cells.writeField(isForSpreadsheet ? withoutFormula(text) : text);
        }
        cells.endRecord();
    }

    private static String withoutFormula(String text) {
        return text != null && !text.isEmpty() && BEGINNINGS_OF_FORMULAS.indexOf(text.charAt(0)) >= 0
                ? "'" + text
                : text;
    }

    private static Buffer write(Records records) {
        var text = new StringWriter();
        try (var csv = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.CRLF)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .build(text)) {
            records.writeTo(csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Buffer.buffer(text.toString());
    }

    @FunctionalInterface
    private interface Records {
        void writeTo(CsvWriter csv);
    }
}
