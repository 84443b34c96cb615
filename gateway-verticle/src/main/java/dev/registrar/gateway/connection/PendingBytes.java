package dev.registrar.gateway.connection;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Limits the bytes that all clients together make the service hold. Above the limit, the transfer with the oldest
 * progress makes room for others, so clients that make progress are hardly ever affected. Belongs to one event loop.
 */
final class PendingBytes {
    private final long limit;

    /** Transfers that wait for their clients; the one with the oldest progress comes first. */
    private final Set<Transfer> waiting = new LinkedHashSet<>();

    private long total;

    PendingBytes(long limit) {
        this.limit = limit;
    }

    /** Adds a number of bytes; a negative number subtracts. */
    void add(long bytes) {
        total += bytes;
        while (total > limit && !waiting.isEmpty()) {
            waiting.iterator().next().cutOff();
        }
    }

    /** Records that a transfer waits for its client, which has just started or made progress. */
    void await(Transfer transfer) {
        waiting.remove(transfer);
        waiting.add(transfer);
    }

    /** Records that a transfer no longer waits for its client; its bytes still count. */
    void settle(Transfer transfer) {
        waiting.remove(transfer);
    }

    /** Abandons transfers that have made no progress for this long. */
    void cutOffStalled(Duration timeout) {
        while (!waiting.isEmpty() && waiting.iterator().next().isStalled(timeout)) {
            waiting.iterator().next().cutOff();
        }
    }
}
