package dev.registrar.gateway.events.following;

import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.term;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.eventbus.RecordingHandler;
import dev.registrar.gateway.testing.eventbus.UnannouncedEvents;
import dev.registrar.resource.events.following.EventFollower;
import dev.registrar.resource.events.following.EventSource;
import dev.registrar.resource.events.following.PositionStore;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A follower handles every event at least once, and those of each resource in order, whatever fails meanwhile. */
class EventFollowerTest {
    private static final int WRITERS = 4;
    private static final int CHANGES = 25;

    /** Longer than any test: a follower with this interval finds only announced events. */
    private static final Duration NEVER = Duration.ofHours(1);

    private static Service service;

    private final RecordingHandler handler = new RecordingHandler();
    private final PositionStore positions = PositionStore.inMemory();
    private Optional<EventFollower> follower = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        service = Service.start("events", new JsonObject().put("poll-interval", "15 ms"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @AfterEach
    void stopFollowing() {
        follower.ifPresent(running -> Await.success(running.stop()));
    }

    /** Follows all courses; returns when the follower has reached the present. */
    private void follow(Duration interval) {
        follow(EventFollower.of("course").interval(interval));
        Await.until("it has a position", () -> position().isPresent());
    }

    private void follow(EventFollower.Options options) {
        stopFollowing();
        follower = Optional.of(options.start(service.vertx(), positions, handler));
    }

    private Optional<String> position() {
        return Await.success(positions.load());
    }

    private static String newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("FOL"), "0"))
                .expectStatus(201)
                .id();
    }

    private static void rename(String course, int name) {
        service.admin()
                .patch("/v1/courses/" + course, """
                        {"data": {"type": "courses", "id": "%s", "attributes": {"course_name": "%d"}}}""".formatted(course, name))
                .expectStatus(200);
    }

    private void awaitEventOf(String course) {
        Await.until("the event of the course is handled", () -> handler.hasEventOf(course));
    }

    @Test
    void every_change_of_concurrent_writers_arrives_in_order_for_each_resource() {
        follow(NEVER);
        var courses =
                Stream.generate(EventFollowerTest::newCourse).limit(WRITERS).toList();
        CompletableFuture.allOf(courses.stream()
                        .map(id -> CompletableFuture.runAsync(
                                () -> IntStream.rangeClosed(1, CHANGES).forEach(name -> rename(id, name))))
                        .toArray(CompletableFuture[]::new))
                .join();
        var names =
                IntStream.rangeClosed(0, CHANGES).mapToObj(Integer::toString).toList();
        Await.until(
                "all changes are handled",
                () -> courses.stream().allMatch(id -> handler.namesOf(id).size() >= names.size()));
        assertThat(courses).allSatisfy(id -> assertThat(handler.namesOf(id)).isEqualTo(names));
        assertThat(handler.starts()).isEqualTo(1);
    }

    @Test
    void events_of_which_no_message_arrived_are_found_regularly() throws SQLException {
        follow(Duration.ofMillis(170));
        UnannouncedEvents.store(250, service);
        Await.until("all of them are handled", () -> handler.events().size() >= 250);
        assertThat(handler.events())
                .extracting(event -> Long.parseLong(event.getString("sequence")))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void a_follower_that_was_stopped_continues_after_the_stored_position() {
        follow(NEVER);
        var before = newCourse();
        awaitEventOf(before);
        stopFollowing();
        var missed = newCourse();
        follow(NEVER);
        awaitEventOf(missed);
        assertThat(handler.namesOf(before)).hasSize(1);
        assertThat(handler.namesOf(missed)).hasSize(1);
        assertThat(handler.starts()).isEqualTo(1);
    }

    @Test
    void a_batch_that_fails_is_repeated_until_it_succeeds_and_nothing_is_lost() {
        follow(Duration.ofMillis(90));
        var position = position();
        var attempts = new AtomicInteger();
        handler.first(events -> switch (attempts.incrementAndGet()) {
            case 1, 2 -> Future.failedFuture("The mail server is down.");
            case 3 -> throw new IllegalStateException("A mistake.");
            default -> {
                assertThat(position()).as("the position meanwhile").isEqualTo(position);
                handler.first(more -> Future.succeededFuture());
                yield Future.succeededFuture();
            }
        });
        var first = newCourse();
        Await.until("it fails", () -> attempts.get() > 1);
        var second = newCourse();
        awaitEventOf(first);
        awaitEventOf(second);
        assertThat(attempts.get()).isEqualTo(4);
        assertThat(handler.namesOf(first)).hasSize(1);
        assertThat(position()).isNotEqualTo(position);
    }

    @Test
    void a_follower_whose_next_events_have_been_removed_starts_anew_and_goes_on() throws SQLException {
        follow(NEVER);
        stopFollowing();
        var missed = newCourse();
        Await.until(
                "the event is published",
                () -> !Await.success(events().after(position().orElseThrow(), List.of()))
                        .events()
                        .isEmpty());
        execute("""
                WITH removed AS (DELETE FROM course.events WHERE position IS NOT NULL RETURNING position)
                UPDATE course.pruned_events SET position = (SELECT max(position) FROM removed)""");
        follow(NEVER);
        Await.until("it starts anew", () -> handler.starts() == 2);
        var next = newCourse();
        awaitEventOf(next);
        assertThat(handler.hasEventOf(missed)).isFalse();
        assertThat(handler.starts()).isEqualTo(2);
    }

    private static void execute(String sql) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    private static EventSource events() {
        return new EventSource(service.vertx(), "course");
    }

    @Test
    void a_follower_with_a_position_that_the_source_does_not_know_starts_anew_and_goes_on() {
        Await.success(positions.store("987654321"));
        follow(NEVER);
        Await.until("it starts anew", () -> handler.starts() == 1);
        var next = newCourse();
        awaitEventOf(next);
        assertThat(Long.parseLong(position().orElseThrow())).isLessThan(987654321);
    }

    @Test
    void stopping_waits_for_the_batch_in_hand_and_its_position() {
        follow(NEVER);
        var position = position();
        var work = Promise.<Void>promise();
        var begun = Promise.<Void>promise();
        handler.first(events -> {
            begun.tryComplete();
            return work.future();
        });
        var inHand = newCourse();
        Await.success(begun.future());
        var stopped = follower.orElseThrow().stop();
        var later = newCourse();
        assertThat(stopped.isComplete()).isFalse();
        work.complete();
        Await.success(stopped);
        assertThat(handler.hasEventOf(inHand)).isTrue();
        assertThat(handler.hasEventOf(later)).isFalse();
        assertThat(position()).isNotEqualTo(position);
    }

    @Test
    void a_follower_of_some_types_gets_only_these() {
        follow(EventFollower.of("course")
                .types("course_terms", "dev.registrar.courses.deleted")
                .interval(NEVER));
        Await.until("it has a position", () -> position().isPresent());
        var course = service.admin().post("/v1/courses/", course(unique("FOL"), "Logic"));
        assertThat(service.admin()
                        .post("/v1/course_terms/", term(unique("TERM"), course.id()))
                        .id())
                .isNotEmpty();
        service.admin().delete(course.header("Location")).expectStatus(204);
        Await.until("the events are handled", () -> handler.events().size() >= 3);
        assertThat(handler.events())
                .extracting(event -> event.getString("type"))
                .containsExactlyInAnyOrder(
                        "dev.registrar.course_terms.created",
                        "dev.registrar.course_terms.deleted",
                        "dev.registrar.courses.deleted");
    }

    @Test
    void messages_that_are_not_events_do_not_disturb_a_follower() {
        follow(NEVER);
        var source = new JsonObject().put("source", "/registrar/course");
        Stream.of(
                        "text",
                        Buffer.buffer("{"),
                        new JsonObject(),
                        source,
                        source.copy()
                                .put("sequence", new JsonObject())
                                .put("subject", 7)
                                .put("type", 1),
                        source.copy().put("sequence", "123456789012345678"))
                .forEach(message -> service.vertx().eventBus().publish("registrar.events", message));
        awaitEventOf(newCourse());
    }

    @Test
    void an_idle_follower_looks_only_when_a_message_announces_events_of_its_source() {
        follow(NEVER);
        awaitEventOf(newCourse());
        var looks = new AtomicInteger();
        Handler<DeliveryContext<Object>> counter = delivery -> {
            looks.addAndGet(delivery.message().address().equals("registrar.events.course") ? 1 : 0);
            delivery.next();
        };
        service.vertx().eventBus().addOutboundInterceptor(counter);
        var other = new JsonObject().put("source", "/registrar/registration").put("sequence", "1000000");
        // So far apart that each message would lead to a look of its own.
        IntStream.range(0, 30).forEach(message -> {
            service.vertx().eventBus().publish("registrar.events", other);
            Await.success(service.vertx().timer(15));
        });
        awaitEventOf(newCourse());
        service.vertx().eventBus().removeOutboundInterceptor(counter);
        assertThat(looks.get()).isBetween(1, 20);
    }

    @Test
    void a_source_that_is_not_there_yet_and_a_start_that_fails_are_tried_again() {
        handler.firstStart(() -> Future.failedFuture("The course catalogue cannot be read."));
        follow(EventFollower.of("room").interval(Duration.ofMillis(60)));
        var asked = Promise.<Void>promise();
        service.vertx().eventBus().<JsonObject>consumer("registrar.events.room", request -> {
            asked.tryComplete();
            request.reply(new JsonObject("""
                    {"events": [], "position": "17"}"""));
        });
        Await.success(asked.future());
        Await.until("it has the position", () -> position().equals(Optional.of("17")));
        assertThat(handler.starts()).isEqualTo(2);
    }
}
