package dev.registrar.gateway.authentication;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/**
 * The content of a session cookie. All secrets of the session are derived from it, and only the cookie holds it.
 *
 * @param value 32 bytes in hexadecimal
 */
record SessionId(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SECRET_BYTES = 32;
    private static final int IV_BYTES = 12;
    private static final int TAG_BITS = 128;

    /** Parses a session cookie; empty if the text does not have its form. */
    static Optional<SessionId> parse(String cookie) {
        return FORM.matcher(cookie).matches() ? Optional.of(new SessionId(cookie)) : Optional.empty();
    }

    /** Derives an id that nobody can guess who does not know the secret. */
    static SessionId of(String secret, String nonce) {
        return new SessionId(derive(secret, nonce));
    }

    static String newSecret() {
        return HexFormat.of().formatHex(random(SECRET_BYTES));
    }

    /** Derives a secret from another one, which it does not tell (HMAC-SHA256, in hexadecimal). */
    static String derive(String secret, String purpose) {
        return new HmacUtils(HmacAlgorithms.HMAC_SHA_256, secret).hmacHex(purpose);
    }

    /** Identifies the session without giving access to it. */
    String hash() {
        return DigestUtils.sha256Hex(value);
    }

    /** What a request that changes something must repeat in {@link Sessions#CSRF_HEADER}. Scripts can read it. */
    String csrfToken() {
        return derive(value, "csrf token");
    }

    /** Compares secrets in constant time. */
    static boolean isSameSecret(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    Buffer encrypt(Buffer content) {
        var iv = random(IV_BYTES);
        return Buffer.buffer(iv).appendBytes(crypt(Cipher.ENCRYPT_MODE, iv, content.getBytes()));
    }

    Buffer decrypt(Buffer encrypted) {
        var bytes = encrypted.getBytes();
        return Buffer.buffer(crypt(
                Cipher.DECRYPT_MODE,
                Arrays.copyOf(bytes, IV_BYTES),
                Arrays.copyOfRange(bytes, IV_BYTES, bytes.length)));
    }

    private byte[] crypt(int mode, byte[] iv, byte[] content) {
        try {
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            var key = new HmacUtils(HmacAlgorithms.HMAC_SHA_256, value).hmac("content");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, iv));
            return cipher.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The stored content of a session is not what its gateway has encrypted", e);
        }
    }

    private static byte[] random(int length) {
        var bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** Does not tell the secret, for logs. */
    @Override
    public String toString() {
        return "session " + hash();
    }
}
