package dev.registrar.resource.document.writing;

import io.vertx.core.buffer.Buffer;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Computes strong entity tags (RFC 9110, 8.8.3): a hash of the bytes of a document, so that documents with different
 * fields, included resources or links have different tags. With 128 bits, two states of a resource practically never
 * have the same tag. Forging a tag gains nothing, so the hash is not cryptographic; that would take longer than writing
 * the document.
 */
public final class EntityTag {
    private EntityTag() {}

    /** The tag, with its quotes. */
    public static String of(Buffer document) {
        var hash = MurmurHash3.hash128x64(document.getBytes());
        return '"' + Long.toHexString(hash[0]) + '-' + Long.toHexString(hash[1]) + '"';
    }
}
