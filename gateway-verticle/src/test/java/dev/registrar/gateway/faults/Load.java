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

/** People who register all the time, and what they are told. */
final class Load implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final Set<Integer> ALLOWED = Set.of(201, 202, 409, 429, 503);

    /** Twice the time that a request has by http.reply-timeout: this machine may have other things to do. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger confirmed = new AtomicInteger();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Journal journal;
    private final String course;
    private final List<Supplier<Client>> nodes;
    private final boolean brokenConnectionsAreExpected;
    private volatile boolean over;

    /** Begins to register people for a course, at one of these nodes after the other. */
    Load(Journal journal, String course, boolean brokenConnectionsAreExpected, List<Supplier<Client>> nodes) {
        this.journal = journal;
        this.course = course;
        this.nodes = nodes;
        this.brokenConnectionsAreExpected = brokenConnectionsAreExpected;
        for (var client = 0; client < CLIENTS; client++) {
            clients.execute(this::registerAllTheTime);
        }
    }

    private void registerAllTheTime() {
        while (!over) {
            var node = nodes.get(turn.getAndIncrement() % nodes.size()).get();
            var begin = System.nanoTime();
            try {
                examine(
                        node.post("/v1/registrations/", Documents.registration(Documents.unique("uni"), course)),
                        begin);
            } catch (AssertionError noAnswer) {
                if (!brokenConnectionsAreExpected) {
                    complaints.add(noAnswer.toString());
                }
            }
        }
    }

    private void examine(Response answer, long begin) {
        var took = Duration.ofNanos(System.nanoTime() - begin);
        journal.note(answer);
        if (answer.status() == 201) {
            confirmed.incrementAndGet();
        }
        if (!ALLOWED.contains(answer.status()) || took.compareTo(LONGEST_ANSWER) > 0) {
            complaints.add("%d after %s: %s".formatted(answer.status(), took, answer.body()));
        }
    }

    /** How many registrations were confirmed in time until now. */
    int confirmedInTime() {
        return confirmed.get();
    }

    /** Ends it; every answer must have been one of those that are allowed, and in time. */
    @Override
    public void close() {
        over = true;
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
