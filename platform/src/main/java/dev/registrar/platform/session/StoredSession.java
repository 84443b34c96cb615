package dev.registrar.platform.session;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * A browser session as it is stored: nothing in it gives access to the session.
 *
 * @param id a hash of the session's id
 * @param caller the unique identity of the caller to whom it belongs
 * @param rights what the caller may do, in a form in which equal rights are equal
 * @param content encrypted
 * @param nonce what the session's id is derived from, together with a secret of the request that opened it
 * @param key a hash of the Idempotency-Key of that request, blank without one: a request that is repeated opens one session
 * @param request a hash of the secret of that request
 * @param endsAt when it ends
 */
public record StoredSession(
        String id,
        String caller,
        String rights,
        Buffer content,
        String nonce,
        String key,
        String request,
        Instant endsAt) {

    static StoredSession of(Row row) {
        return new StoredSession(
                row.getString("id"),
                row.getString("caller"),
                row.getString("rights"),
                row.getBuffer("content"),
                row.getString("nonce"),
                row.getString("key"),
                row.getString("request"),
                row.getOffsetDateTime("ends_at").toInstant());
    }

    /** In the order of the columns, without the time at which it was opened. */
    Tuple toTuple() {
        return Tuple.of(id, caller, rights, content, nonce, key)
                .addString(request)
                .addOffsetDateTime(endsAt.atOffset(ZoneOffset.UTC));
    }
}
