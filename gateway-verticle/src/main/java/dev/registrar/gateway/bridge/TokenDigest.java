package dev.registrar.gateway.bridge;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** The SHA-256 of a token. A token cannot be derived from it, so the configuration contains no secret. */
final class TokenDigest {
    private static final int LENGTH = 32;

    private final byte[] bytes;

    private TokenDigest(byte[] bytes) {
        this.bytes = bytes;
    }

    static TokenDigest of(String token) {
        try {
            return new TokenDigest(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    /** Parses 64 hexadecimal digits. */
    static Optional<TokenDigest> ofHex(String digits) {
        try {
            return Optional.of(new TokenDigest(HexFormat.of().parseHex(digits)))
                    .filter(digest -> digest.bytes.length == LENGTH);
        } catch (IllegalArgumentException notHexadecimal) {
            return Optional.empty();
        }
    }

    /** Compares in a time that does not depend on where the two differ. */
    @Override
    public boolean equals(Object other) {
        return other instanceof TokenDigest digest && MessageDigest.isEqual(bytes, digest.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
