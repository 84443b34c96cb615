package dev.registrar.testing.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.RunningService;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Subscribes to registrar.events and records the events. */
public final class EventSubscriber implements AutoCloseable {
    private final Queue<JsonObject> heard = new ConcurrentLinkedQueue<>();
    private final MessageConsumer<JsonObject> consumer;

    public EventSubscriber(RunningService service) {
        this(service.vertx());
    }

    /** Subscribes on any node. */
    public EventSubscriber(Vertx vertx) {
        consumer = vertx.eventBus().consumer("registrar.events", event -> heard.add(event.body()));
        var known = Promise.<Void>promise();
        consumer.completionHandler(known);
        Await.success(known.future());
    }

    /** Returns all events received so far. */
    public List<JsonObject> events() {
        return List.copyOf(heard);
    }

    /** Returns the events received about a subject, such as {@code courses/ID}. */
    public List<JsonObject> about(String subject) {
        return heard.stream()
                .filter(event -> event.getString("subject").equals(subject))
                .toList();
    }

    /** Awaits the events about a subject, which must have exactly these types in this order and be as the contract says. */
    public List<JsonObject> await(String subject, String... types) {
        Await.until("the events of " + subject, () -> about(subject).size() >= types.length);
        var events = about(subject);
        events.forEach(BusContract::expectEvent);
        assertThat(events).extracting(event -> event.getString("type")).containsExactly(types);
        return events;
    }

    @Override
    public void close() {
        Await.success(consumer.unregister());
    }
}
