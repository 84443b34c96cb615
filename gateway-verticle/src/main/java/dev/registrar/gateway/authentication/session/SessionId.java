package dev.registrar.gateway.authentication.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The content of a session cookie.
 *
 * @param slot where the session is kept
 * @param secret known only to the holder of the session
 */
record SessionId(String slot, String secret) {
    private static final Pattern FORM = Pattern.compile("([0-9a-f]{64}-\\d{1,3})\\.([0-9a-f]{64})");

    /** Parses a session cookie; empty if the text does not have its form. */
    static Optional<SessionId> parse(String cookie) {
        var form = FORM.matcher(cookie);
        return form.matches() ? Optional.of(new SessionId(form.group(1), form.group(2))) : Optional.empty();
    }

    /** Identifies the session without giving access to it: its slot, and a digest of its secret. */
    String digest() {
        return slot + "." + DigestUtils.sha256Hex(secret);
    }

    static String slotOf(String digest) {
        return digest.substring(0, digest.indexOf('.'));
    }

    /** Compares secrets in constant time. */
    static boolean isSameSecret(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return slot + "." + secret;
    }
}
