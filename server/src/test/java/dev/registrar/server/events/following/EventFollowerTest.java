package dev.registrar.server.events.following;

import static dev.registrar.server.events.following.FollowedCourses.NEVER;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.EventSource;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.UnannouncedEvents;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A follower handles every event at least once, and those of each resource in order. It goes on after failures of its handler and
 * its source, and starts anew if there is no other way to continue.
 */
class EventFollowerTest {
    private static final int WRITERS = 4;
    private static final int CHANGES = 25;

    @AutoClose
    private static Service service;

    @AutoClose
    private final FollowedCourses followed = new FollowedCourses(service);

    @BeforeAll
    static void start() throws Exception {
        service = FollowedCourses.startService();
    }

    @Test
    void every_change_of_concurrent_writers_arrives_in_order_for_each_resource() {
        followed.follow(NEVER);
        var courses = Stream.generate(followed::newCourse).limit(WRITERS).toList();
        CompletableFuture.allOf(courses.stream()
                        .map(id -> CompletableFuture.runAsync(() -> IntStream.rangeClosed(1, CHANGES)
                                .forEach(name -> service.rename(id, Integer.toString(name)))))
                        .toArray(CompletableFuture[]::new))
                .join();
        var names =
                IntStream.rangeClosed(0, CHANGES).mapToObj(Integer::toString).toList();
        Await.until(
                "all changes are handled",
                () -> courses.stream()
                        .allMatch(id -> followed.handler.namesOf(id).size() >= names.size()));
        assertThat(courses)
                .allSatisfy(id -> assertThat(followed.handler.namesOf(id)).isEqualTo(names));
        assertThat(followed.handler.starts()).isEqualTo(1);
    }

    @Test
    void events_of_which_no_message_arrived_are_found_regularly() throws SQLException {
        followed.follow(Duration.ofMillis(170));
        UnannouncedEvents.store(250, service);
        Await.until("all of them are handled", () -> followed.handler.events().size() >= 250);
        assertThat(followed.handler.events())
                .extracting(event -> Long.parseLong(event.getString("sequence")))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void a_follower_that_was_stopped_continues_after_the_stored_position() {
        followed.follow(NEVER);
        var before = followed.newCourse();
        followed.awaitEventOf(before);
        followed.close();
        var missed = followed.newCourse();
        // The event may have been announced before it can be read, and before this one listens.
        followed.follow(Duration.ofMillis(120));
        followed.awaitEventOf(missed);
        assertThat(followed.handler.namesOf(before)).hasSize(1);
        assertThat(followed.handler.namesOf(missed)).hasSize(1);
        assertThat(followed.handler.starts()).isEqualTo(1);
    }

    @Test
    void stopping_waits_for_the_batch_in_hand_and_its_position() {
        followed.follow(NEVER);
        var position = followed.position();
        var work = Promise.<Void>promise();
        var begun = Promise.<Void>promise();
        followed.handler.first(events -> {
            begun.tryComplete();
            return work.future();
        });
        var inHand = followed.newCourse();
        Await.success(begun.future());
        var stopped = followed.stop();
        var later = followed.newCourse();
        assertThat(stopped.isComplete()).isFalse();
        work.complete();
        Await.success(stopped);
        assertThat(followed.handler.hasEventOf(inHand)).isTrue();
        assertThat(followed.handler.hasEventOf(later)).isFalse();
        assertThat(followed.position()).isNotEqualTo(position);
    }

    @Test
    void a_follower_of_some_types_gets_only_these() {
        followed.follow(EventFollower.of("course")
                .types("course_terms", "dev.registrar.courses.deleted")
                .interval(NEVER));
        Await.until("it has a position", () -> followed.position().isPresent());
        var course = service.admin().post("/v1/courses/", course(unique("FOL"), "Logic"));
        assertThat(service.admin()
                        .post("/v1/course_terms/", term(unique("TERM"), course.id()))
                        .id())
                .isNotEmpty();
        service.admin().delete(course.header("Location")).expectStatus(204);
        Await.until("the events are handled", () -> followed.handler.events().size() >= 3);
        assertThat(followed.handler.events())
                .extracting(event -> event.getString("type"))
                .containsExactlyInAnyOrder(
                        "dev.registrar.course_terms.created",
                        "dev.registrar.course_terms.deleted",
                        "dev.registrar.courses.deleted");
    }

    @Test
    void messages_that_are_not_events_do_not_disturb_a_follower() {
        followed.follow(NEVER);
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
        followed.awaitEventOf(followed.newCourse());
    }

    private static EventSource events() {
        return new EventSource(service.vertx(), "course");
    }

    @Test
    void a_batch_that_fails_is_repeated_until_it_succeeds_and_nothing_is_lost() {
        followed.follow(Duration.ofMillis(90));
        var position = followed.position();
        var attempts = new AtomicInteger();
        followed.handler.first(events -> switch (attempts.incrementAndGet()) {
            case 1, 2 -> Future.failedFuture("The mail server is down.");
            case 3 -> throw new IllegalStateException("A mistake.");
            default -> {
                assertThat(followed.position()).as("the position meanwhile").isEqualTo(position);
                followed.handler.first(more -> Future.succeededFuture());
                yield Future.succeededFuture();
            }
        });
        var first = followed.newCourse();
        Await.until("it fails", () -> attempts.get() > 1);
        var second = followed.newCourse();
        followed.awaitEventOf(first);
        followed.awaitEventOf(second);
        assertThat(attempts.get()).isEqualTo(4);
        assertThat(followed.handler.namesOf(first)).hasSize(1);
        Await.until("the position is kept", () -> !followed.position().equals(position));
    }

    @Test
    void a_follower_whose_next_events_have_been_removed_starts_anew_and_goes_on() throws SQLException {
        followed.follow(NEVER);
        followed.close();
        var missed = followed.newCourse();
        Await.until(
                "the event is published",
                () -> !Await.success(events().after(followed.position(), List.of(), 1, Duration.ofSeconds(3)))
                        .events()
                        .isEmpty());
        Sql.execute(service.databaseUri(), """
                WITH removed AS (DELETE FROM course.events WHERE position IS NOT NULL RETURNING position)
                UPDATE course.pruned_events SET position = (SELECT max(position) FROM removed)""");
        followed.follow(NEVER);
        Await.until("it starts anew", () -> followed.handler.starts() == 2);
        var next = followed.newCourse();
        followed.awaitEventOf(next);
        assertThat(followed.handler.hasEventOf(missed)).isFalse();
        assertThat(followed.handler.starts()).isEqualTo(2);
    }

    @Test
    void a_follower_with_a_position_that_the_source_does_not_know_starts_anew_and_goes_on() {
        Await.success(followed.positions.store("987654321"));
        followed.follow(NEVER);
        Await.until("it starts anew", () -> followed.handler.starts() == 1);
        var next = followed.newCourse();
        followed.awaitEventOf(next);
        assertThat(Long.parseLong(followed.position().orElseThrow())).isLessThan(987654321);
    }

    @Test
    void a_source_that_is_not_there_yet_and_a_start_that_fails_are_tried_again() {
        followed.handler.firstStart(() -> Future.failedFuture("The course catalogue cannot be read."));
        followed.follow(EventFollower.of("room").interval(Duration.ofMillis(60)));
        var asked = Promise.<Void>promise();
        service.vertx().eventBus().<JsonObject>consumer("registrar.events.room", request -> {
            asked.tryComplete();
            request.reply(new JsonObject("""
                    {"events": [], "position": "17"}"""));
        });
        Await.success(asked.future());
        Await.until("it has the position", () -> followed.position().equals(Optional.of("17")));
        assertThat(followed.handler.starts()).isEqualTo(2);
    }
}
