package dev.registrar.resource.document.writing;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/**
 * Computes strong entity tags (RFC 9110, 8.8.3): a hash of the version of the resource, and one of the bytes of the
 * document. So If-Match can compare the version alone, and a change of something that only shows in {@code meta} does
 * not stop a client from changing the resource; If-None-Match compares both. With 64 bits each, two states of a
 * resource practically never have the same tag. Forging a tag gains nothing, so the hashes are not cryptographic; that
 * would take several times as long.
 */
public final class EntityTag {
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private EntityTag() {}

    /** The tag, with its quotes, of a document that is not about one resource: its version is its content. */
    public static String of(Buffer document) {
        var hash = XXH3.hashBytesToLong(document.getBytes());
        return of(hash, hash);
    }

    /** The tag of a document about a resource, whose version is its attributes and relationships, shown or not. */
    public static String of(FoundItem found, Buffer document) {
        return of(version(found.fields().allValues(found.row())), XXH3.hashBytesToLong(document.getBytes()));
    }

    /** The tag of a document about a relationship, whose version is its linkage, in the second column of the row. */
    public static String ofLinkage(Row row, Buffer document) {
        return of(version(Collections.singletonList(row.getValue(1))), XXH3.hashBytesToLong(document.getBytes()));
    }

    private static String of(long version, long representation) {
        return '"' + Long.toHexString(version) + '-' + Long.toHexString(representation) + '"';
    }

    private static long version(Iterable<Object> values) {
        var hash = XXH3.hashStream();
        values.forEach(value -> add(hash, value));
        return hash.getAsLong();
    }

    private static void add(HashStream64 hash, Object value) {
        if (value == null) {
            hash.putInt(-1);
        } else if (value instanceof UUID id) {
            hash.putUUID(id);
        } else if (value instanceof Object[] ids) {
            hash.putInt(ids.length);
            List.of(ids).forEach(id -> add(hash, id));
        } else {
            hash.putByteArray(value.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
