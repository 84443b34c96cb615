package dev.registrar.resource.http;

import dev.registrar.resource.settings.SettingsErrors;
import dev.registrar.resource.settings.SettingsList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/** A key that signs requests (HMAC-SHA256), written as {@code whsec_} and base64. */
public final class WebhookSecret {
    static final String ALGORITHM = "HmacSHA256";

    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private final SecretKeySpec key;

    private WebhookSecret(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /**
     * Reads a setting, one or more secrets separated by commas.
     *
     * @param errors get what is wrong with it
     */
    public static List<WebhookSecret> readList(String key, String list, SettingsErrors errors) {
        var secrets = SettingsList.of(list).stream().map(WebhookSecret::parse).toList();
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

    SecretKeySpec key() {
        return key;
    }

    @Override
    public String toString() {
        return PREFIX + "...";
    }
}
