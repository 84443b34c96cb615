package dev.registrar.gateway.cluster.handshake;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * The first message of each side: the highest version of the handshake that the sender speaks, and random bytes, which make
 * the proofs of each handshake different. Both sides use the lower one of the two versions. The format of this message never
 * changes, so that each release understands the greeting of every other.
 */
final class Greeting {
    static final int BYTES = 37;

    private static final int MAGIC = 0x5247_5354;
    private static final int NONCE_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Greeting() {}

    static byte[] ofVersion(int version) {
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return ByteBuffer.allocate(BYTES)
                .putInt(MAGIC)
                .put((byte) version)
                .put(nonce)
                .array();
    }

    /** Returns whether these bytes are a greeting. */
    static boolean isIn(byte[] bytes) {
        var message = ByteBuffer.wrap(bytes);
        return message.getInt() == MAGIC && message.get() != 0;
    }
}
