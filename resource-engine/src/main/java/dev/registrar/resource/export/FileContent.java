package dev.registrar.resource.export;

import dev.registrar.platform.database.Statement;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/** The content of a file in one format. */
public interface FileContent {
    /** Selects the rows of the file. */
    Statement statement();

    /** What comes before the first row. */
    Buffer head();

    /** The bytes of rows; called for some of them after the other. */
    Future<Buffer> of(RowSet<Row> rows);
}
