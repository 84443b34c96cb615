package dev.registrar.server.events.following;

import static dev.registrar.server.events.following.FollowedCourses.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.EventSource;
import dev.registrar.gateway.testing.Service;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.Sql;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A follower goes on after failures of its handler and its source, and starts anew if there is no other way to continue. */
class FollowerRecoveryTest {
    @AutoClose
    private static Service service;

    @AutoClose
    private final FollowedCourses followed = new FollowedCourses(service);

    @BeforeAll
    static void start() throws Exception {
        service = FollowedCourses.startService();
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
                () -> !Await.success(events().after(followed.position().orElseThrow(), List.of()))
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
