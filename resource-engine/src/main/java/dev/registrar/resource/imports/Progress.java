package dev.registrar.resource.imports;

import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;

/**
 * How far an import has come.
 *
 * @param line where the last row begins that has been worked on; 0 before the first one
 * @param read the number of rows that have been worked on
 */
record Progress(int line, int read, int created, int updated, int unchanged, int rejected) {
    static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0);

    /** The same rows, as if those that are not rejected had not been worked on. */
    Progress withoutEffects() {
        return new Progress(line, read, 0, 0, 0, rejected);
    }

    static Progress of(Row row) {
        return new Progress(
                row.getInteger("line"),
                row.getInteger("rows_read"),
                row.getInteger("rows_created"),
                row.getInteger("rows_updated"),
                row.getInteger("rows_unchanged"),
                row.getInteger("rows_rejected"));
    }

    /** The progress after further rows, of which these have been rejected. */
    Progress after(List<ImportedRow> rows, Map<ImportedRow, ?> refused) {
        var effective = rows.stream()
                .filter(row -> row.hasEffect() && !refused.containsKey(row))
                .toList();
        var created = (int) effective.stream().filter(row -> row.id().isEmpty()).count();
        return new Progress(
                rows.get(rows.size() - 1).line(),
                read + rows.size(),
                this.created + created,
                updated + effective.size() - created,
                unchanged + rows.size() - effective.size() - refused.size(),
                rejected + refused.size());
    }
}
