package dev.registrar.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.document.Documents;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Clients that register people continuously and check each response. */
final class Load implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final Set<Integer> ALLOWED = Set.of(201, 202, 409, 429, 503);

    /** Twice http.reply-timeout, since this machine may be busy. */
    private static final Duration LONGEST_RESPONSE = Duration.ofSeconds(5);

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger confirmed = new AtomicInteger();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Journal journal;
    private final String course;
    private final List<Supplier<Client>> nodes;
    private final boolean brokenConnectionsAreExpected;
    private volatile boolean isOver;

    /** Starts to register people for a course, using the nodes in turn. */
    Load(Journal journal, String course, boolean brokenConnectionsAreExpected, List<Supplier<Client>> nodes) {
        this.journal = journal;
        this.course = course;
        this.nodes = nodes;
        this.brokenConnectionsAreExpected = brokenConnectionsAreExpected;
        for (var client = 0; client < CLIENTS; client++) {
            clients.execute(this::registerContinuously);
        }
    }

    private void registerContinuously() {
        while (!isOver) {
            var node = nodes.get(turn.getAndIncrement() % nodes.size()).get();
            var begin = System.nanoTime();
            try {
                examine(
                        node.post("/v1/registrations/", Documents.registration(Documents.unique("uni"), course)),
                        begin);
            } catch (AssertionError noResponse) {
                if (!brokenConnectionsAreExpected) {
                    complaints.add(noResponse.toString());
                }
            }
        }
    }

    private void examine(Response response, long begin) {
        var took = Duration.ofNanos(System.nanoTime() - begin);
        journal.note(response);
        if (response.status() == 201) {
            confirmed.incrementAndGet();
        }
        if (!ALLOWED.contains(response.status()) || took.compareTo(LONGEST_RESPONSE) > 0) {
            complaints.add("%d after %s: %s".formatted(response.status(), took, response.body()));
        }
    }

    /** Returns how many registrations got 201, that is, were confirmed within the synchronous window. */
    int confirmedInTime() {
        return confirmed.get();
    }

    /** Stops the clients and expects that each response had an allowed status and was in time. */
    @Override
    public void close() {
        isOver = true;
        clients.shutdown();
        try {
            assertThat(clients.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        assertThat(complaints).isEmpty();
    }
}
