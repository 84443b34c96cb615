package dev.registrar.gateway.cluster.handshake;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/** The messages that both sides of a handshake have sent so far. A proof is a MAC of all of them. */
final class Transcript {
    static final int PROOF_BYTES = 32;

    private final byte[] key;
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    /** The sides prove different things, so that neither can return the proof of the other. */
    enum Side {
        CONNECTING,
        ACCEPTING
    }

    Transcript(byte[] key) {
        this.key = key;
    }

    /** Adds a message and returns it. */
    @CanIgnoreReturnValue
    byte[] add(byte[] message) {
        messages.writeBytes(message);
        return message;
    }

    byte[] proofBy(Side side) {
        var proven = new ByteArrayOutputStream();
        proven.write(side == Side.CONNECTING ? 1 : 2);
        proven.writeBytes(messages.toByteArray());
        return new HmacUtils(HmacAlgorithms.HMAC_SHA_256, key).hmac(proven.toByteArray());
    }

    boolean isProvenBy(Side side, byte[] proof) {
        return MessageDigest.isEqual(proofBy(side), proof);
    }
}
