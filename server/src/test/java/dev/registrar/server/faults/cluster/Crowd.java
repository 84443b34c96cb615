package dev.registrar.server.faults.cluster;

import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.Names;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** People who all register for one course at the same time, drop, and repeat requests until they have a response. */
final class Crowd implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final String ENDED = """
            SELECT id FROM registration.registrations r
            WHERE course_id = '%s' AND registration.status(r) IN ('enrolled', 'waiting', 'rejected')""";

    private final ExecutorService people;
    private final List<Future<?>> registering = new ArrayList<>();

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

    /** One may be dropped before the person has the response, which was lost at first. */
    private final Set<String> dropped = ConcurrentHashMap.newKeySet();

    private final Set<String> turnedAway = ConcurrentHashMap.newKeySet();
    private final Client client;
    private final String course;
    private final String limit;

    /** Creates a course with this many seats and places on its list. */
    Crowd(Client client, int people, int seats, int places) {
        this.client = client;
        this.people = Executors.newFixedThreadPool(people);
        course = client.post("/v1/courses/", Documents.course(Names.unique("CROWD"), "Logic"))
                .expectStatus(201)
                .id();
        limit = client.post(
                        "/v1/enrollment_limits/",
                        Document.of("enrollment_limits")
                                .attribute("capacity", seats)
                                .attribute("waitlist_capacity", places)
                                .relationship("course", Document.linkage("courses", course)))
                .expectStatus(201)
                .id();
    }

    /** Begins to register this many people at once. */
    void register(int number) {
        IntStream.range(0, number)
                .forEach(person -> registering.add(CompletableFuture.runAsync(this::register, people)));
    }

    private void register() {
        var uni = Names.unique("crowd");
        var once = client.withHeader("Idempotency-Key", UUID.randomUUID().toString());
        var response = answer(() -> once.post("/v1/registrations/", registration(uni, course)));
        if (response.status() == 409) {
            response.expectError("course_full");
            turnedAway.add(uni);
        } else {
            assertThat(response.status()).isIn(201, 202);
            acknowledged.add(response.id());
        }
    }

    /** Waits until so many people have a response. */
    void awaitAnswers(int number) {
        Await.until(number + " people have a response", PATIENCE, () -> answers() >= number);
    }

    private int answers() {
        return acknowledged.size() + turnedAway.size();
    }

    /** Somebody who is enrolled drops: the seat is for the first of the list. */
    void dropOne() {
        var enrolled = find("enrolled").stream().findFirst();
        if (enrolled.isPresent()) {
            assertThat(answer(() -> client.delete("/v1/registrations/%s/".formatted(enrolled.get())))
                            .status())
                    .isIn(204, 404);
            dropped.add(enrolled.get());
        }
    }

    /** Changes the capacity. */
    void raise(int capacity) {
        answer(() -> client.patch(
                        "/v1/enrollment_limits/%s/".formatted(limit),
                        Document.of("enrollment_limits", limit).attribute("capacity", capacity)))
                .expectStatus(200);
    }

    /** Expects that each registration that was acknowledged has ended, and that nobody waits for a seat that is free. */
    void expectEnds(Connection session) throws Exception {
        for (var person : registering) {
            person.get();
        }
        Await.until(
                "no registration is processing",
                PATIENCE,
                () -> find("processing").isEmpty());
        Await.until("all seats are given", PATIENCE, () -> {
            var seats = client.get("/v1/enrollment_limits/%s/".formatted(limit));
            return seats.text("/data/meta/seats/waiting").equals("0")
                    || seats.text("/data/meta/seats/taken").equals(seats.text("/data/attributes/capacity"));
        });
        var kept = new HashSet<>(acknowledged);
        kept.removeAll(dropped);
        assertThat(Sql.read(session, ENDED.formatted(course))).containsAll(kept);
    }

    private List<String> find(String status) {
        return answer(() -> client.get("/v1/registrations/?page[size]=100&filter[courses]=%s&filter[status]=%s"
                        .formatted(course, status)))
                .expectStatus(200)
                .each("/id");
    }

    /** Repeats a request until it has a response of the service that says what has become of it. */
    private static Response answer(Supplier<Response> request) {
        var last = new AtomicReference<Response>();
        Await.until("the service responds", PATIENCE, () -> {
            last.set(exchange(request).orElse(null));
            return last.get() != null && last.get().status() < 429 && !isInProgress(last.get());
        });
        return last.get();
    }

    private static Optional<Response> exchange(Supplier<Response> request) {
        try {
            return Optional.of(request.get());
        } catch (AssertionError connectionIsBroken) {
            return Optional.empty();
        }
    }

    private static boolean isInProgress(Response response) {
        return response.status() == 409 && response.text("/errors/0/code").equals("request_in_progress");
    }

    /** Says how many people have a registration, rejected or not, and how many were told at once that the course is full. */
    @Override
    public String toString() {
        return "%s acknowledged, %s dropped, %s turned away"
                .formatted(acknowledged.size(), dropped.size(), turnedAway.size());
    }

    @Override
    public void close() {
        people.shutdownNow();
    }
}
