package dev.registrar.cluster;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a member needs for its handshakes, by which two members prove to each other that they know the secret of their
 * cluster before Hazelcast reads anything from a connection between them. All messages have fixed sizes:
 *
 * <ol>
 *   <li>connecting side: a greeting ({@link Transcript})
 *   <li>accepting side: a greeting
 *   <li>connecting side: its {@link SharedSettings}, with the address that it has connected to, and its proof
 *   <li>accepting side, only if the proof is right: whether it admits the other, its {@link SharedSettings}, and its
 *       proof
 * </ol>
 */
final class Handshake {
    static final int VERSION = 1;
    static final int REQUEST_BYTES = SharedSettings.BYTES + Transcript.PROOF_BYTES;
    static final int VERDICT_BYTES = 1 + SharedSettings.BYTES + Transcript.PROOF_BYTES;
    static final byte ADMITTED = 1;
    static final byte REJECTED = 0;

    private static final Logger LOG = LoggerFactory.getLogger(Handshake.class);
    private static final String HMAC = "HmacSHA256";
    private static final int REMEMBERED_WARNINGS = 100;

    private final byte[] key;
    private final SharedSettings own;
    private final Set<String> warnings = ConcurrentHashMap.newKeySet();

    /** All members should agree on the further shared settings, too, which are given by key. */
    Handshake(ClusterSettings settings, Map<String, String> shared) {
        key = hmac(bytes(settings.secret()), bytes("registrar handshake " + settings.name()));
        own = SharedSettings.of(settings, shared);
    }

    static byte[] hmac(byte[] key, byte[] message) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + HMAC, e);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    SharedSettings own() {
        return own;
    }

    Transcript transcript() {
        return new Transcript(key);
    }

    /** Logs what differs between this member and one that is admitted, once. */
    void compare(SharedSettings remote) {
        own.differencesFrom(remote).forEach(this::warn);
    }

    /** Logs a warning unless it has been logged before. */
    void warn(String warning) {
        if (warnings.size() >= REMEMBERED_WARNINGS) {
            warnings.clear();
        }
        if (warnings.add(warning)) {
            LOG.warn(warning);
        }
    }
}
