package dev.registrar.server.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.Names;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Clients that register people continuously and check each response. */
final class Load implements AutoCloseable {
    private static final int CLIENTS = 4;

    /** Between two requests of one client, so that the load does not delay the recovery that it waits for. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final Set<Integer> ALLOWED = Set.of(201, 202, 409, 429, 503);

    /** Twice http.reply-timeout, since this machine may be busy. */
    private static final Duration LONGEST_RESPONSE = Duration.ofSeconds(5);

    private final ScheduledExecutorService clients = Executors.newScheduledThreadPool(CLIENTS);
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger confirmed = new AtomicInteger();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Journal journal;
    private final String course;
    private final List<Supplier<Client>> nodes;
    private final boolean brokenConnectionsAreExpected;

    /** Starts to register people for a course, using the nodes in turn. */
    Load(Journal journal, String course, boolean brokenConnectionsAreExpected, List<Supplier<Client>> nodes) {
        this.journal = journal;
        this.course = course;
        this.nodes = nodes;
        this.brokenConnectionsAreExpected = brokenConnectionsAreExpected;
        for (var client = 0; client < CLIENTS; client++) {
            var unused = clients.scheduleWithFixedDelay(this::register, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void register() {
        var node = nodes.get(turn.getAndIncrement() % nodes.size()).get();
        var begin = System.nanoTime();
        try {
            examine(node.post("/v1/registrations/", Documents.registration(Names.unique("uni"), course)), begin);
        } catch (AssertionError noResponse) {
            if (!brokenConnectionsAreExpected) {
                complaints.add(noResponse.toString());
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
            complaints.add("%s after %s: %s".formatted(response.status(), took, response.body()));
        }
    }

    /** Waits until more registrations get 201, that is, are confirmed within the synchronous window. */
    void awaitProgress() {
        var before = confirmed.get();
        Await.until("more registrations are confirmed", () -> confirmed.get() > before + 20);
    }

    /** Waits, up to a limit, until a registration is confirmed within the synchronous window again. */
    void awaitRecovery(Duration limit) {
        var before = confirmed.get();
        Await.until("registrations are confirmed in time again", limit, () -> confirmed.get() > before);
    }

    /** Stops the clients and expects that each response had an allowed status and was in time. */
    @Override
    public void close() {
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
