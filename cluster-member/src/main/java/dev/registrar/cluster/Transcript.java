package dev.registrar.cluster;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * The messages that both sides of a handshake have sent so far. A proof is a MAC of all of them. The first one of each
 * side is a greeting: the highest version of the handshake that the sender speaks, and random bytes, which make the
 * proofs of each handshake different. The format of a greeting never changes, so that each release understands the
 * greeting of every other.
 */
final class Transcript {
    static final int GREETING_BYTES = 37;
    static final int PROOF_BYTES = 32;

    private static final int MAGIC = 0x5247_5354;
    private static final int NONCE_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

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

    /** Creates a greeting, which is different each time. */
    static byte[] greeting(int version) {
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return ByteBuffer.allocate(GREETING_BYTES)
                .putInt(MAGIC)
                .put((byte) version)
                .put(nonce)
                .array();
    }

    static boolean isGreeting(byte[] bytes) {
        var message = ByteBuffer.wrap(bytes);
        return message.getInt() == MAGIC && message.get() != 0;
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
        return Handshake.hmac(key, proven.toByteArray());
    }

    boolean isProvenBy(Side side, byte[] proof) {
        return MessageDigest.isEqual(proofBy(side), proof);
    }
}
