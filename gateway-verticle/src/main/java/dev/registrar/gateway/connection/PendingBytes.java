package dev.registrar.gateway.connection;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What all clients together make the service hold, up to a limit. Whoever has sent and read nothing for longest makes room for
 * others: clients that go on are hardly ever among them. Belongs to one event loop.
 */
final class PendingBytes {
    private final long limit;

    /** Those that wait for their clients; the one without progress for longest comes first. */
    private final Set<Transfer> waiting = new LinkedHashSet<>();

    private long total;

    PendingBytes(long limit) {
        this.limit = limit;
    }

    /** Holds so many bytes more, or fewer when the number is negative. */
    void add(long bytes) {
        total += bytes;
        while (total > limit && !waiting.isEmpty()) {
            waiting.iterator().next().cutOff();
        }
    }

    /** Notes that a transfer waits for its client, who has begun or gone on just now. */
    void await(Transfer transfer) {
        waiting.remove(transfer);
        waiting.add(transfer);
    }

    /** Notes that a transfer waits for its client no more; its bytes still count. */
    void settle(Transfer transfer) {
        waiting.remove(transfer);
    }

    /** Gives up those that have made no progress for so long. */
    void cutOffStalled(Duration patience) {
        while (!waiting.isEmpty() && waiting.iterator().next().isStalled(patience)) {
            waiting.iterator().next().cutOff();
        }
    }
}
