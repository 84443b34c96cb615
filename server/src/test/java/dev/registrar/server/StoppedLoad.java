package dev.registrar.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.registrar.gateway.testing.Documents;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.Names;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that read or register over persistent connections until the service refuses connections. */
final class StoppedLoad {
    private static final int READERS = 4;
    private static final int REGISTRANTS = 4;
    private static final Set<Integer> ACKNOWLEDGED = Set.of(201, 202);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Queue<Long> refusals = new ConcurrentLinkedQueue<>();
    private final List<Thread> clients = new ArrayList<>();
    private final URI service;
    private final String authorization;
    private final String course;

    private StoppedLoad(URI service, String authorization, String course) {
        this.service = service;
        this.authorization = authorization;
        this.course = course;
    }

    /** Starts the clients. */
    static StoppedLoad of(URI service, String user, String password, String course) {
        var credentials = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
        var load = new StoppedLoad(service, "Basic " + credentials, course);
        for (var reader = 0; reader < READERS; reader++) {
            load.start(load::read);
        }
        for (var registrant = 0; registrant < REGISTRANTS; registrant++) {
            load.start(load::register);
        }
        return load;
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void start(Step step) {
        var client = new Thread(() -> repeat(step));
        client.setDaemon(true);
        clients.add(client);
        client.start();
    }

    private void repeat(Step step) {
        try {
            while (true) {
                step.run();
            }
        } catch (IOException refused) {
            refusals.add(System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() throws IOException, InterruptedException {
        var response = http.send(request("/v1/courses/?page%5Bsize%5D=3").GET().build(), BodyHandlers.ofString());
        if (response.statusCode() != 200 || !response.body().endsWith("}")) {
            complaints.add(response.statusCode() + " " + response.body());
        }
    }

    private void register() throws IOException, InterruptedException {
        var document = Documents.registration(Names.unique("stopped"), course);
        var response = http.send(
                request("/v1/registrations/")
                        .header("Content-Type", "application/vnd.api+json")
                        .POST(BodyPublishers.ofString(document.toString()))
                        .build(),
                BodyHandlers.ofString());
        if (ACKNOWLEDGED.contains(response.statusCode())) {
            acknowledged.incrementAndGet();
        } else {
            complaints.add(response.statusCode() + " " + response.body());
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(service.resolve(path)).header("Authorization", authorization);
    }

    /** Returns how many registrations have been acknowledged so far. */
    int acknowledged() {
        return acknowledged.get();
    }

    /** Returns the unexpected responses. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Returns the {@link System#nanoTime()} at which a connection was refused for the first time. */
    Optional<Long> firstRefusal() {
        return Optional.ofNullable(refusals.peek());
    }

    /** Waits until the connection of every client has been refused. */
    void awaitEnd() {
        Await.until("all clients have ended", () -> clients.stream().noneMatch(Thread::isAlive));
    }
}
