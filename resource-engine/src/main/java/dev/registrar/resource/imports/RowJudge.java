package dev.registrar.resource.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.ImportRule;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.reading.DocumentReader;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.imports.Import.Mode;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.type.Attribute;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Finds out what the rows of an import do: each is judged by the declaration, like the document of a request. */
final class RowJudge {
    private final Vertx vertx;
    private final Import work;
    private final ImportRule rule;
    private final RowReader reader;
    private final RowKeys keys;
    private final RelatedIds related;

    RowJudge(Vertx vertx, Import work, ImportRule rule, RelatedIds related) {
        this.vertx = vertx;
        this.work = work;
        this.rule = rule;
        this.related = related;
        reader = new RowReader(work);
        keys = RowKeys.of(work);
    }

    /**
     * Judges the rows that follow those that have been judged.
     *
     * @param sql runs the statements
     * @param repeated chooses the lines of rows that have created their resources before
     */
    Future<List<ImportedRow>> judge(
            List<FileRecord> records,
            Function<Statement, Future<RowSet<Row>>> sql,
            Function<List<ImportedRow>, Future<List<ImportedRow>>> repeated) {
        return vertx.executeBlocking(() -> records.stream().map(reader::read).toList())
                .compose(rows -> related.replaceIn(rows, sql)
                        .compose(replaced -> rejectRepeatedKeys(rows, sql))
                        .compose(checked -> findPresent(rows, sql))
                        .compose(found -> repeated.apply(rows))
                        .onSuccess(again -> again.forEach(ImportedRow::repeat))
                        .compose(known -> vertx.executeBlocking(() -> {
                            rows.forEach(this::judge);
                            return rows;
                        })));
    }

    private Future<Void> rejectRepeatedKeys(List<ImportedRow> rows, Function<Statement, Future<RowSet<Row>>> sql) {
        rows.stream().filter(row -> !row.isRejected()).forEach(keys::read);
        var first = keys.firstOfEach(rows);
        if (first.isEmpty()) {
            return Future.succeededFuture();
        }
        return sql.apply(keys.record(first)).map(recorded -> {
            recorded.forEach(found -> {
                var row = first.get(found.getUUID("key"));
                if (row.line() != found.getInteger("line")) {
                    row.reject(keys.sameAs(found.getInteger("line")));
                }
            });
            return null;
        });
    }

    private Future<Void> findPresent(List<ImportedRow> rows, Function<Statement, Future<RowSet<Row>>> sql) {
        var sought = rows.stream()
                .filter(row -> row.key().isPresent() && !row.isRejected())
                .toList();
        if (sought.isEmpty()) {
            return Future.succeededFuture();
        }
        return sql.apply(keys.key().resources(RowKeys.valuesOf(sought))).map(found -> {
            found.forEach(
                    resource -> sought.get(resource.getInteger("index") - 1).setPresent(resource));
            return null;
        });
    }

    private void judge(ImportedRow row) {
        if (row.isRejected() && row.resource().isEmpty()) {
            return;
        }
        requireMode(row);
        try {
            var draft = read(row);
            if (!row.isRejected()
                    && !(row.present().isPresent()
                            && isEqual(draft, row.present().get()))) {
                row.setEffect(rule.of(work.caller(), draft, row.present()));
            }
        } catch (JsonApiException rejected) {
            row.reject(rejected);
        }
    }

    private void requireMode(ImportedRow row) {
        if (row.id().isPresent() && work.mode() == Mode.CREATE) {
            row.reject(keys.exists(row.id().get()));
        } else if (row.id().isEmpty() && !row.isRejected() && (work.mode() == Mode.UPDATE || namesMissingId(row))) {
            row.reject(row.key().isPresent() ? keys.nothingToChange() : keys.missing());
        }
    }

    /** Only the server assigns ids to new resources. */
    private boolean namesMissingId(ImportedRow row) {
        return keys.key().isId() && row.key().isPresent();
    }

    /** A row that is rejected already need not be complete. */
    private ResourceDraft read(ImportedRow row) {
        var document =
                Optional.<JsonNode>of(JsonNodeFactory.instance.objectNode().set("data", row.resource()));
        var isNew = row.id().isEmpty() && !row.isRejected();
        var of = new DocumentReader(work.type());
        if (isNew) {
            return of.ofNew(document);
        }
        UUID id = row.id().orElse(Ids.NIL);
        row.resource().put(ImportColumns.ID, id.toString());
        return of.ofChange(document, id);
    }

    /** Whether a resource has everything already that is in a draft. What is requested for it may be there or decided. */
    private static boolean isEqual(ResourceDraft draft, Row present) {
        return draft.attributes().entrySet().stream()
                        .allMatch(entry -> isEqual(entry.getKey(), entry.getValue(), present))
                && draft.toOnes().entrySet().stream()
                        .allMatch(entry -> Objects.equals(
                                entry.getValue().orElse(null),
                                present.getUUID(entry.getKey().column())));
    }

    private static boolean isEqual(Attribute attribute, Object value, Row present) {
        var stored = present.getValue(attribute.name());
        if (value instanceof OffsetDateTime time && stored instanceof OffsetDateTime other) {
            return time.truncatedTo(ChronoUnit.MICROS).isEqual(other);
        }
        return Objects.equals(stored, value)
                || (attribute.isState() && attribute.unset().equals(value));
    }
}
