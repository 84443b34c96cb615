package dev.registrar.resource.export;

import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.ShownFields;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/** A file with the resource objects of a page, each on a line of its own. */
record ObjectLines(Statement statement, ShownFields fields, DocumentWriter writer) implements FileContent {
    @Override
    public Buffer head() {
        return Buffer.buffer();
    }

    @Override
    public Future<Buffer> of(RowSet<Row> rows) {
        return Future.succeededFuture(writer.lines(fields, rows));
    }
}
