package dev.registrar.resource.webhook.settings;

import java.util.Base64;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/** A key that signs deliveries (HMAC-SHA256), written as {@code whsec_} and base64. */
public final class WebhookSecret {
    public static final String ALGORITHM = "HmacSHA256";

    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final SecretKeySpec key;

    private WebhookSecret(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** Empty unless the text is a secret of 24 to 64 bytes, as Standard Webhooks requires. */
    public static Optional<WebhookSecret> parse(String text) {
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

    public SecretKeySpec key() {
        return key;
    }

    @Override
    public String toString() {
        return PREFIX + "...";
    }
}
