package dev.registrar.resource.document;

import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Strong entity tags (RFC 9110, 8.8.3): a digest of the very bytes of a document, so that documents with other fields,
 * included resources or links have other tags too.
 */
public final class EntityTag {
    private static final int DIGEST_BYTES = 16;

    private EntityTag() {}

    /** The tag, with its quotes. */
    public static String of(Buffer document) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(document.getBytes());
            var shortened = Arrays.copyOf(digest, DIGEST_BYTES);
            return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(shortened) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
