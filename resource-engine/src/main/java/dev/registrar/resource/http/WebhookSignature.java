package dev.registrar.resource.http;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;

/** Signs requests by the Standard Webhooks specification, version 1.0.0, "Signature scheme". */
final class WebhookSignature {
    private static final String VERSION = "v1,";

    private WebhookSignature() {}

    /**
     * The value of the header {@code webhook-signature}: a signature with each secret.
     *
     * @param timestamp the time of the attempt, in seconds since 1970
     */
    static String of(List<WebhookSecret> secrets, String id, long timestamp, Buffer body) {
        return secrets.stream()
                .map(secret -> VERSION + sign(secret, "%s.%s.".formatted(id, timestamp), body))
                .collect(Collectors.joining(" "));
    }

    private static String sign(WebhookSecret secret, String head, Buffer body) {
        try {
            var mac = Mac.getInstance(WebhookSecret.ALGORITHM);
            mac.init(secret.key());
            mac.update(head.getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(mac.doFinal(body.getBytes()));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("Every Java platform has HMAC-SHA256", e);
        }
    }
}
