package dev.registrar.gateway.authentication.basic;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Counts any number of different texts in 2 MB (Cormode and Muthukrishnan: An Improved Data Stream Summary, 2005).
 * Nothing is evicted, so a count is never too low. It can be too high only after hundreds of thousands of different
 * texts.
 */
final class CountMinSketch {
    private static final int ROWS = 4;
    private static final int COLUMNS = 1 << 17;
    private static final int SALT_BYTES = 16;

    private final int[][] counts = new int[ROWS][COLUMNS];

    /** A secret key, so that clients cannot choose texts that share cells with another text. */
    private final byte[] salt = new byte[SALT_BYTES];

    CountMinSketch() {
        new SecureRandom().nextBytes(salt);
    }

    /** Adds one to the count of a text and returns the new count. */
    int add(String text) {
        var columns = columnsOf(text);
        var count = count(columns) + 1;
        // Cells with a higher value also counted other texts, so they stay unchanged.
        IntStream.range(0, ROWS).forEach(row -> counts[row][columns[row]] = Math.max(count, counts[row][columns[row]]));
        return count;
    }

    int count(String text) {
        return count(columnsOf(text));
    }

    private int count(int[] columns) {
        return IntStream.range(0, ROWS)
                .map(row -> counts[row][columns[row]])
                .min()
                .orElseThrow();
    }

    void clear() {
        for (var row : counts) {
            Arrays.fill(row, 0);
        }
    }

    private int[] columnsOf(String text) {
        var sha256 = DigestUtils.getSha256Digest();
        sha256.update(salt);
        var digest = ByteBuffer.wrap(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
        return IntStream.range(0, ROWS)
                .map(row -> digest.getInt(row * Integer.BYTES) & (COLUMNS - 1))
                .toArray();
    }
}
