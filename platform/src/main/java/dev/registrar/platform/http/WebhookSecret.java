package dev.registrar.platform.http;

import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key that signs requests by the Standard Webhooks specification, version 1.0.0, "Signature scheme" (HMAC-SHA256),
 * written as {@code whsec_} and base64.
 */
public final class WebhookSecret {
    private static final String ALGORITHM = "HmacSHA256";

    private static final String VERSION = "v1,";
    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final SecretKeySpec key;

    private WebhookSecret(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** Reads a setting, one or more secrets separated by commas. The errors get what is wrong with it. */
    public static List<WebhookSecret> readList(String key, String list, SettingsErrors errors) {
        var secrets =
                Settings.elementsOf(list).stream().map(WebhookSecret::parse).toList();
        errors.require(
                !secrets.isEmpty() && secrets.stream().allMatch(Optional::isPresent),
                "%s must be whsec_ and 24 to 64 bytes in base64; several are separated by commas"
                        .formatted(list.isBlank() ? key + " is missing; it" : key));
        return secrets.stream().flatMap(Optional::stream).toList();
    }

    /** Empty unless the text is a secret of 24 to 64 bytes, as Standard Webhooks requires. */
    static Optional<WebhookSecret> parse(String text) {
        try {
            return Optional.of(text)
                    .filter(secret -> secret.startsWith(PREFIX))
                    .map(secret -> Base64.getDecoder().decode(secret.substring(PREFIX.length())))
                    .filter(key -> key.length >= MIN_BYTES && key.length <= MAX_BYTES)
                    .map(WebhookSecret::new);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /**
     * The value of the header {@code webhook-signature}, a signature with each secret; times are in seconds since
     * 1970.
     */
    static String signatures(List<WebhookSecret> secrets, String id, long timestamp, Buffer body) {
        return secrets.stream()
                .map(secret -> VERSION + secret.sign("%s.%s.".formatted(id, timestamp), body))
                .collect(Collectors.joining(" "));
    }

    private String sign(String head, Buffer body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head.getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(mac.doFinal(body.getBytes()));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("Every Java platform has HMAC-SHA256", e);
        }
    }

    @Override
    public String toString() {
        return PREFIX + "...";
    }
}
