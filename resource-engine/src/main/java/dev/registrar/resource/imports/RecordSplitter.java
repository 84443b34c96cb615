package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_FILE;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Splits the bytes of a file, however they arrive, into its records: those of a CSV file (RFC 4180), in which quoted
 * cells may have several lines, or lines of JSON. Empty lines are no records. Its methods throw a
 * {@link JsonApiException} that names the line of a mistake.
 */
final class RecordSplitter {
    private static final int MAX_BYTES = 1 << 20;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /**
     * A record, without the end of its line.
     *
     * @param line where it begins in the file, from 1
     */
    record FileRecord(int line, String content) {}

    /** Where in a record the next byte is. */
    private enum Place {
        START_OF_CELL,
        CELL,
        QUOTED,
        AFTER_QUOTE
    }

    private final boolean hasQuotes;
    private final Consumer<FileRecord> records;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private byte[] record = new byte[8_192];
    private int length;
    private Place place = Place.START_OF_CELL;
    private int line = 1;
    private int lineOfRecord = 1;
    private int lineOfQuote;
    private boolean isAfterReturn;
    private int bytesOfMark;

    private RecordSplitter(boolean hasQuotes, Consumer<FileRecord> records) {
        this.hasQuotes = hasQuotes;
        this.records = records;
    }

    static RecordSplitter ofCsv(Consumer<FileRecord> records) {
        return new RecordSplitter(true, records);
    }

    static RecordSplitter ofLines(Consumer<FileRecord> records) {
        return new RecordSplitter(false, records);
    }

    /** Reads the next bytes of the file, and passes on the records that are complete. */
    void add(Buffer bytes) {
        for (var one : bytes.getBytes()) {
            if (!isOfMark(one)) {
                read(one);
            }
        }
    }

    /** Passes on the last record, if its line has no end. */
    void end() {
        if (place == Place.QUOTED) {
            throw malformed(lineOfQuote, "the quote that begins here is never closed.");
        }
        finishRecord();
    }

    /** Whether a byte belongs to a byte order mark, with which programs of Microsoft begin files. */
    private boolean isOfMark(byte one) {
        if (bytesOfMark < BYTE_ORDER_MARK.length && one == BYTE_ORDER_MARK[bytesOfMark]) {
            bytesOfMark++;
            return true;
        }
        bytesOfMark = BYTE_ORDER_MARK.length;
        return false;
    }

    private void read(byte one) {
        var endsLine = one == '\n' || one == '\r';
        var isNewLine = endsLine && !(one == '\n' && isAfterReturn);
        isAfterReturn = one == '\r';
        if (!endsLine) {
            place = hasQuotes ? placeAfter(one) : Place.CELL;
            append(one);
        } else if (place == Place.QUOTED) {
            append(one);
        } else if (isNewLine) {
            finishRecord();
        }
        if (isNewLine) {
            line++;
            if (length == 0) {
                lineOfRecord = line;
            }
        }
    }

    private Place placeAfter(byte one) {
        return switch (place) {
            case START_OF_CELL -> one == '"' ? openQuote() : placeInCell(one);
            case CELL -> {
                if (one == '"') {
                    throw malformed(
                            line,
                            "a quote is inside a cell that does not begin with one; quote the cell and double it.");
                }
                yield placeInCell(one);
            }
            case QUOTED -> one == '"' ? Place.AFTER_QUOTE : Place.QUOTED;
            case AFTER_QUOTE -> {
                if (one != '"' && one != ',') {
                    throw malformed(line, "a comma or the end of the line must follow the quote that closes a cell.");
                }
                yield one == '"' ? Place.QUOTED : Place.START_OF_CELL;
            }
        };
    }

    private Place openQuote() {
        lineOfQuote = line;
        return Place.QUOTED;
    }

    private static Place placeInCell(byte one) {
        return one == ',' ? Place.START_OF_CELL : Place.CELL;
    }

    private void append(byte one) {
        if (one == 0) {
            throw malformed(
                    line, "it has a NUL character, so this is no text in UTF-8; save the file as a CSV file in UTF-8.");
        }
        if (length == MAX_BYTES) {
            throw malformed(
                    lineOfRecord,
                    "the row that begins here is larger than %s bytes%s."
                            .formatted(MAX_BYTES, place == Place.QUOTED ? "; perhaps a quote is not closed" : ""));
        }
        if (length == record.length) {
            record = Arrays.copyOf(record, Math.min(2 * length, MAX_BYTES));
        }
        record[length] = one;
        length++;
    }

    private void finishRecord() {
        if (length > 0) {
            records.accept(new FileRecord(lineOfRecord, decoded()));
        }
        length = 0;
        place = Place.START_OF_CELL;
    }

    private String decoded() {
        try {
            return utf8.decode(ByteBuffer.wrap(record, 0, length)).toString();
        } catch (CharacterCodingException otherCharset) {
            throw malformed(lineOfRecord, "the row that begins here is not in UTF-8; save the file in UTF-8.");
        }
    }

    private static JsonApiException malformed(int line, String why) {
        return MALFORMED_FILE.because("Line %s: %s".formatted(line, why)).asException();
    }
}
