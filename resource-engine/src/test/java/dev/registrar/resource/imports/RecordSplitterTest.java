package dev.registrar.resource.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordSplitterTest {
    private final List<FileRecord> records = new ArrayList<>();
    private final RecordSplitter csv = RecordSplitter.ofCsv(records::add);
    private final RecordSplitter lines = RecordSplitter.ofLines(records::add);

    /** Whatever a library for CSV writes comes back record by record, in whatever parts it arrives. */
    @Property(tries = 300)
    void records_do_not_depend_on_the_parts_in_which_they_arrive(
            @ForAll List<@Size(2) List<@StringLength(max = 5) @CharRange(from = ' ', to = '~') String>> rows,
            @ForAll @IntRange(min = 1, max = 7) int part) {
        var file = new StringWriter();
        try (var writer = CsvWriter.builder().build(file)) {
            rows.forEach(row -> writer.writeRecord(row.stream()
                    .map(cell -> cell.replace('#', '\n').replace('$', '\r').replace('%', '\u00e9'))
                    .toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<FileRecord> found = new ArrayList<>();
        var splitter = RecordSplitter.ofCsv(found::add);
        var bytes = Buffer.buffer(file.toString());
        for (var start = 0; start < bytes.length(); start += part) {
            splitter.add(bytes.slice(start, Math.min(start + part, bytes.length())));
        }
        splitter.end();
        assertThat(found)
                .map(record -> cells(record.content()))
                .isEqualTo(CsvReader.builder().ofCsvRecord(file.toString()).stream()
                        .map(CsvRecord::getFields)
                        .toList());
    }

    private static List<String> cells(String record) {
        return CsvReader.builder().ofCsvRecord(record).stream()
                .findFirst()
                .orElseThrow()
                .getFields();
    }

    @Test
    void each_record_has_the_line_where_it_begins() {
        csv.add(Buffer.buffer("\uFEFFa,b\r\n\r\n\"one\r\ntwo\nthree\",\"say \"\"x\"\"\"\n,\rlast,1"));
        csv.end();
        assertThat(records)
                .containsExactly(
                        new FileRecord(1, "a,b"),
                        new FileRecord(3, "\"one\r\ntwo\nthree\",\"say \"\"x\"\"\""),
                        new FileRecord(6, ","),
                        new FileRecord(7, "last,1"));
    }

    @Test
    void lines_of_json_keep_their_quotes() {
        lines.add(Buffer.buffer("{\"a\": \"b\"}\n\n{\"c\": 1}\r\n"));
        lines.end();
        assertThat(records).containsExactly(new FileRecord(1, "{\"a\": \"b\"}"), new FileRecord(3, "{\"c\": 1}"));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            a~1,"2~3~4|Line 2: the quote that begins here is never closed.
            a~b~5"|Line 3: a quote is inside a cell
            a~"b"c|Line 2: a comma or the end of the line must follow
            a~b0c|Line 2: it has a NUL character
            """)
    void a_malformed_record_is_reported_with_its_line(String file, String sentence) {
        assertThatThrownBy(() -> {
                    csv.add(Buffer.buffer(file.replace('~', '\n').replace('0', '\0')));
                    csv.end();
                })
                .isInstanceOf(JsonApiException.class)
                .hasMessageStartingWith(sentence);
    }

    @Test
    void a_file_in_another_charset_is_reported_with_its_line() {
        var latin = "a\nb\ncaf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> csv.add(Buffer.buffer(latin)))
                .hasMessageContaining("Line 3")
                .hasMessageContaining("UTF-8");
        var utf16 = "a,b\n".getBytes(StandardCharsets.UTF_16);
        assertThatThrownBy(() -> RecordSplitter.ofCsv(records::add).add(Buffer.buffer(utf16)))
                .hasMessageContaining("Line 1")
                .hasMessageContaining("UTF-8");
    }

    @Test
    void a_record_of_more_than_a_mebibyte_is_refused_while_it_arrives() {
        var mebibyte = "x".repeat(1 << 20);
        csv.add(Buffer.buffer(mebibyte + "\n"));
        assertThat(records).hasSize(1);
        assertThatThrownBy(() -> csv.add(Buffer.buffer("\"" + mebibyte)))
                .hasMessageStartingWith(
                        "Line 2: the row that begins here is larger than 1048576 bytes; perhaps a quote");
    }
}
