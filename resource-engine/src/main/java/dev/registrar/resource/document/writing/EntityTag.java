package dev.registrar.resource.document.writing;

import io.vertx.core.buffer.Buffer;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Strong entity tags (RFC 9110, 8.8.3): a hash of the very bytes of a document, so that documents with other fields,
 * included resources or links have other tags too. 128 bits leave no chance that two states of a resource have one tag; as
 * nobody gains by forging one, the hash need not be a cryptographic one, which would take longer than writing the document.
 */
public final class EntityTag {
    private EntityTag() {}

    /** The tag, with its quotes. */
    public static String of(Buffer document) {
        var hash = MurmurHash3.hash128x64(document.getBytes());
        return '"' + Long.toHexString(hash[0]) + '-' + Long.toHexString(hash[1]) + '"';
    }
}
