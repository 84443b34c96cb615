package dev.registrar.gateway.cluster.handshake;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node needs for its handshakes. All messages have fixed sizes:
 *
 * <ol>
 *   <li>connecting side: {@link Greeting}
 *   <li>accepting side: {@link Greeting}
 *   <li>connecting side: its {@link SharedSettings}, with the address that it has connected to, and its proof
 *   <li>accepting side, only if the proof is right: whether it admits the other, its {@link SharedSettings}, and its proof
 * </ol>
 */
public final class Handshake {
    static final int VERSION = 1;
    static final int REQUEST_BYTES = SharedSettings.BYTES + Transcript.PROOF_BYTES;
    static final int VERDICT_BYTES = 1 + SharedSettings.BYTES + Transcript.PROOF_BYTES;
    static final byte ADMITTED = 1;
    static final byte REJECTED = 0;

    private static final Logger LOG = LoggerFactory.getLogger(Handshake.class);
    private static final int REMEMBERED_WARNINGS = 100;

    private final byte[] key;
    private final SharedSettings own;
    private final Set<String> warnings = Collections.synchronizedSet(Collections.newSetFromMap(bounded()));

    /**
     * Creates the handshake of a node.
     *
     * @param own the settings of this node
     */
    public Handshake(String cluster, String secret, SharedSettings own) {
        key = new HmacUtils(HmacAlgorithms.HMAC_SHA_256, secret).hmac("registrar handshake " + cluster);
        this.own = own;
    }

    private static Map<String, Boolean> bounded() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > REMEMBERED_WARNINGS;
            }
        };
    }

    SharedSettings own() {
        return own;
    }

    Transcript transcript() {
        return new Transcript(key);
    }

    /** Logs what differs between this node and one that is admitted, once. */
    void compare(SharedSettings remote) {
        own.differencesFrom(remote).forEach(this::warn);
    }

    /** Logs a warning unless it has been logged before. */
    void warn(String warning) {
        if (warnings.add(warning)) {
            LOG.warn(warning);
        }
    }
}
