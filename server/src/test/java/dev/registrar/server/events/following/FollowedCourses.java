package dev.registrar.server.events.following;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.PositionStore;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.eventbus.RecordingHandler;
import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/** The follower of a test, with its handler, and with a store of its position that outlasts it. */
final class FollowedCourses implements AutoCloseable {
    /** Longer than any test: a follower with this interval finds only announced events. */
    static final Duration NEVER = Duration.ofHours(1);

    final RecordingHandler handler = new RecordingHandler();
    final PositionStore positions = PositionStore.inMemory();
    private final Service service;
    private Optional<EventFollower> follower = Optional.empty();

    FollowedCourses(Service service) {
        this.service = service;
    }

    /** Starts a service that publishes events at once. */
    static Service startService() throws Exception {
        return Service.start("events", new JsonObject().put("poll-interval", "15 ms"));
    }

    /** Follows all events of the source; returns when the follower has reached the present. */
    void follow(Duration interval) {
        follow(EventFollower.of("course").interval(interval));
        Await.until("it has a position", () -> position().isPresent());
    }

    /** Stops the follower, if there is one, and starts another one, which has the same store. */
    void follow(EventFollower.Options options) {
        close();
        follower = Optional.of(options.start(service.vertx(), positions, handler));
    }

    Future<Void> stop() {
        return follower.map(EventFollower::stop).orElseGet(Future::succeededFuture);
    }

    Optional<String> position() {
        return Await.success(positions.load());
    }

    String newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("FOL"), "0"))
                .expectStatus(201)
                .id();
    }

    void awaitEventOf(String course) {
        Await.until("the event of the course is handled", () -> handler.hasEventOf(course));
    }

    @Override
    public void close() {
        Await.success(stop());
    }
}
