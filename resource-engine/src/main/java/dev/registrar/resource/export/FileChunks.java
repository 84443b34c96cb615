package dev.registrar.resource.export;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;

/** The chunks of a file. The rows of the next one are read while one is written and sent. */
final class FileChunks {
    /** In bytes, about. */
    private static final int CHUNK = 65_536;

    private static final int FIRST_ROWS = 100;
    private static final int MOST_ROWS = 1_000;

    private final Cursor cursor;
    private final FileContent content;
    private Buffer head;
    private int size = FIRST_ROWS;
    private Optional<Future<RowSet<Row>>> ahead;

    FileChunks(Cursor cursor, FileContent content) {
        this.cursor = cursor;
        this.content = content;
        head = content.head();
        ahead = Optional.of(cursor.read(size));
    }

    /** The next chunk; empty at the end. */
    Future<Optional<Buffer>> next() {
        return ahead.map(read -> read.compose(this::write)).orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private Future<Optional<Buffer>> write(RowSet<Row> rows) {
        ahead = cursor.hasMore() ? Optional.of(cursor.read(size)) : Optional.empty();
        return content.of(rows)
                .onSuccess(bytes -> adaptTo(rows.size(), bytes.length()))
                .map(bytes -> Optional.of(head.appendBuffer(bytes)).filter(chunk -> chunk.length() > 0))
                .onSuccess(chunk -> head = Buffer.buffer());
    }

    private void adaptTo(int rows, int bytes) {
        size = (int) Math.max(1, Math.min(MOST_ROWS, (long) rows * CHUNK / Math.max(1, bytes)));
    }
}
