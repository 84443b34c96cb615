package dev.registrar.server.events.following;

import static dev.registrar.server.events.following.FollowedCourses.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.PositionStore;
import dev.registrar.server.testing.eventbus.RecordingHandler;
import dev.registrar.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A follower looks until it has reached what was announced, also if an announcement arrives late or before its event. */
class AnnouncedEventsTest {
    private final Vertx vertx = Vertx.vertx();
    private final PositionStore positions = PositionStore.inMemory();
    private final AtomicInteger last = new AtomicInteger(40);
    private final AtomicInteger looks = new AtomicInteger();
    private EventFollower follower;

    @BeforeEach
    void a_follower_of_a_source() {
        vertx.eventBus().consumer("registrar.events.room", this::reply);
        var options = EventFollower.of("room")
                .types("rooms", "dev.registrar.keys.lost")
                .interval(NEVER);
        follower = options.start(vertx, positions, new RecordingHandler());
        awaitPosition(40);
        Await.until("it has looked", () -> looks.get() == 1);
    }

    @AfterEach
    void stop() {
        Await.success(follower.stop());
        Await.success(vertx.close());
    }

    private void reply(Message<JsonObject> request) {
        looks.addAndGet(request.body().getString("after").equals("latest") ? 0 : 1);
        request.reply(new JsonObject().put("events", new JsonArray()).put("position", last.toString()));
    }

    private void announce(String type, int position) {
        announce("/registrar/room", type, position);
    }

    private void announce(String source, String type, int position) {
        var event = new JsonObject()
                .put("source", source)
                .put("type", "dev.registrar." + type)
                .put("subject", type.replaceAll("\\..*", "/17"))
                .put("sequence", Integer.toString(position));
        vertx.eventBus().publish("registrar.events", event);
    }

    private void awaitPosition(int position) {
        Await.until(
                "the position " + position,
                () -> Await.success(positions.load()).equals(Optional.of(Integer.toString(position))));
    }

    @Test
    void an_older_announcement_that_arrives_after_a_newer_one_does_not_hide_it() {
        announce("rooms.updated", 43);
        announce("rooms.updated", 42);
        var before = looks.get();
        Await.until("it looks in vain", () -> looks.get() > before);
        last.set(42);
        awaitPosition(42);
        last.set(43);
        awaitPosition(43);
    }

    @Test
    void an_event_is_announced_by_its_resource_type_or_by_its_own_type() {
        last.set(41);
        announce("rooms.created", 41);
        awaitPosition(41);
        last.set(42);
        announce("keys.lost", 42);
        awaitPosition(42);
    }

    @Test
    void announcements_of_other_types_and_sources_do_not_make_it_look() {
        announce("keys.found", 50);
        announce("/registrar/library", "rooms.updated", 50);
        // Longer than it gathers announcements before it looks.
        Await.success(vertx.timer(50));
        assertThat(looks.get()).isEqualTo(1);
    }
}
