package dev.registrar.resource.document.writing;

import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.vertx.core.buffer.Buffer;

/**
 * Computes strong entity tags (RFC 9110, 8.8.3): a hash of the bytes of a document, so that documents with different
 * fields, included resources or links have different tags. With 128 bits, two states of a resource practically never
 * have the same tag. Forging a tag gains nothing, so the hash is not cryptographic; that would take several times as
 * long.
 */
public final class EntityTag {
    private static final Hasher128 XXH3 = Hashing.xxh3_128();

    private EntityTag() {}

    /** The tag, with its quotes. */
    public static String of(Buffer document) {
        var hash = XXH3.hashBytesTo128Bits(document.getBytes());
        return '"'
                + Long.toHexString(hash.getMostSignificantBits())
                + '-'
                + Long.toHexString(hash.getLeastSignificantBits())
                + '"';
    }
}
