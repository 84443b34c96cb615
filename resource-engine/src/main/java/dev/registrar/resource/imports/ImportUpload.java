package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_FILE;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import de.siegmar.fastcsv.reader.CsvReader;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.bus.stream.ChunkReader;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * One file on its way into the database: its rows are stored some hundred at a time, while the next bytes arrive. Until
 * all are stored, nobody sees the import.
 */
final class ImportUpload {
    private static final Duration IDLE = Duration.ofSeconds(30);

    /** A strict import writes all rows in one transaction. */
    private static final int MAX_STRICT_ROWS = 100_000;

    /** Rows are stored when there are so many, or so many characters of them. */
    private static final int ROWS_AT_ONCE = 1_000;

    private static final int CHARACTERS_AT_ONCE = 1 << 18;

    private final RequestScope scope;
    private final ImportParameters parameters;
    private final ImportSettings settings;
    private final StoredImports imports;
    private final ChunkReader chunks;
    private final RecordSplitter splitter;
    private final MessageDigest digest = DigestUtils.getSha256Digest();
    private Optional<List<String>> header = Optional.empty();
    private Optional<UUID> id = Optional.empty();
    private List<FileRecord> unstored = new ArrayList<>();
    private int unstoredCharacters;
    private long bytes;
    private int rows;

    ImportUpload(
            Vertx vertx,
            RequestScope scope,
            ImportParameters parameters,
            ImportSettings settings,
            StoredImports imports) {
        this.scope = scope;
        this.parameters = parameters;
        this.settings = settings;
        this.imports = imports;
        chunks = new ChunkReader(vertx, scope.request().stream().orElseThrow(), IDLE);
        splitter = isCsv() ? RecordSplitter.ofCsv(this::addOfCsv) : RecordSplitter.ofLines(this::addLine);
        digest.update("%s %s %s"
                .formatted(scope.type(), scope.request().format().orElseThrow(), parameters)
                .getBytes(StandardCharsets.UTF_8));
    }

    private boolean isCsv() {
        return scope.request().format().equals(Optional.of(FileFormat.CSV));
    }

    /**
     * Stores the whole file.
     *
     * @return the import; an earlier one, if its request had the same key and the same file
     */
    Future<UUID> receive() {
        return chunks.next()
                .compose(first -> Repeat.until(Optional::isEmpty, first, this::storeAndAsk))
                .compose(end -> storeRest())
                .compose(stored -> finish())
                .onFailure(failure -> abandon());
    }

    /** Asks for the next chunk before this one is stored. */
    private Future<Optional<Buffer>> storeAndAsk(Optional<Buffer> chunk) {
        add(chunk.orElseThrow());
        var next = chunks.next();
        return unstored.size() >= ROWS_AT_ONCE || unstoredCharacters >= CHARACTERS_AT_ONCE
                ? store().compose(stored -> next)
                : next;
    }

    private void add(Buffer chunk) {
        bytes += chunk.length();
        if (bytes > settings.maxFileSize()) {
            throw tooLarge("The file is larger than %s bytes".formatted(settings.maxFileSize()));
        }
        digest.update(chunk.getBytes());
        splitter.add(chunk);
    }

    private void addOfCsv(FileRecord row) {
        if (header.isPresent()) {
            addRow(row);
        } else {
            header = Optional.of(headerIn(row));
        }
    }

    private List<String> headerIn(FileRecord row) {
        requireNoMarkup(row);
        if (row.content().matches("(?s).*[;\t].*")) {
            throw malformed(
                    row,
                    "the names of columns must be separated by commas; save the file as CSV with the comma as separator.");
        }
        var names = CsvReader.builder().ofCsvRecord(row.content()).stream()
                .flatMap(cells -> cells.getFields().stream())
                .map(String::strip)
                .toList();
        ImportColumns.of(scope.type(), names).requireKey(scope.type(), parameters.matchBy());
        return names;
    }

    private void addLine(FileRecord row) {
        if (rows == 0) {
            requireNoMarkup(row);
            if (!row.content().stripLeading().startsWith("{")) {
                throw malformed(row, "each line must be a JSON:API resource object, which begins with {.");
            }
        }
        addRow(row);
    }

    private static void requireNoMarkup(FileRecord row) {
        if (row.content().stripLeading().startsWith("<")) {
            throw malformed(row, "this is HTML or XML; save the table as CSV.");
        }
    }

    private void addRow(FileRecord row) {
        rows++;
        var most = parameters.strict() ? Math.min(MAX_STRICT_ROWS, settings.maxRows()) : settings.maxRows();
        if (rows > most) {
            throw tooLarge("The file has more than %s rows".formatted(most));
        }
        unstored.add(row);
        unstoredCharacters += row.content().length();
    }

    private Future<Void> storeRest() {
        splitter.end();
        if (rows == 0) {
            throw MALFORMED_FILE
                    .because(header.isPresent() ? "The file has a header and no rows." : "The file is empty.")
                    .asException();
        }
        return store();
    }

    private Future<Void> store() {
        var records = unstored;
        unstored = new ArrayList<>();
        unstoredCharacters = 0;
        return begun().compose(begun -> imports.addRows(begun, records)).mapEmpty();
    }

    private Future<UUID> begun() {
        return id.map(Future::succeededFuture)
                .orElseGet(() -> imports.begin(scope, parameters, header).onSuccess(begun -> id = Optional.of(begun)));
    }

    private Future<UUID> finish() {
        var caller = scope.request().caller();
        var key = scope.request().idempotencyKey();
        var sum = digest.digest();
        return key.map(given -> imports.findByKey(caller, given))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .compose(earlier -> earlier.isPresent()
                        ? repeat(earlier.get().getUUID(0), earlier.get().getBuffer(1), sum)
                        : imports.finish(id.orElseThrow(), caller, rows, sum).map(this::finished));
    }

    private UUID finished(boolean inTime) {
        if (!inTime) {
            throw SERVICE_UNAVAILABLE
                    .because("The file did not arrive in time; send it again.")
                    .asException();
        }
        return id.orElseThrow();
    }

    private Future<UUID> repeat(UUID earlier, Buffer digestOfEarlier, byte[] sum) {
        abandon();
        return Arrays.equals(digestOfEarlier.getBytes(), sum)
                ? Future.succeededFuture(earlier)
                : Future.failedFuture(IdempotencyKey.reused());
    }

    /** What was stored is removed later, also if this fails. */
    private void abandon() {
        chunks.cancel();
        id.ifPresent(begun -> {
            var unused = imports.abandon(begun);
        });
    }

    private static JsonApiException malformed(FileRecord row, String why) {
        return MALFORMED_FILE.because("Line %s: %s".formatted(row.line(), why)).asException();
    }

    private static JsonApiException tooLarge(String why) {
        return BODY_TOO_LARGE.because(why + "; divide it into several files.").asException();
    }
}
