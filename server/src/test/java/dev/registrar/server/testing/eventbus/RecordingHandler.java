package dev.registrar.server.testing.eventbus;

import dev.registrar.events.following.EventHandler;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/** Records what a follower gives to its handler; the handler may fail, or take its time. */
public final class RecordingHandler implements EventHandler {
    private final AtomicInteger starts = new AtomicInteger();
    private final Queue<JsonObject> handled = new ConcurrentLinkedQueue<>();
    private volatile Function<List<JsonObject>, Future<Void>> first = events -> Future.succeededFuture();
    private volatile Supplier<Future<Void>> firstStart = Future::succeededFuture;

    /** Does this with each batch before it is recorded. */
    public void first(Function<List<JsonObject>, Future<Void>> action) {
        first = action;
    }

    /** Does this the first time that all resources have to be read. */
    public void firstStart(Supplier<Future<Void>> action) {
        firstStart = action;
    }

    @Override
    public Future<Void> startAnew() {
        return starts.incrementAndGet() == 1 ? firstStart.get() : Future.succeededFuture();
    }

    @Override
    public Future<Void> handle(List<JsonObject> events) {
        return first.apply(events).onSuccess(done -> handled.addAll(events));
    }

    /** How often all resources had to be read. */
    public int starts() {
        return starts.get();
    }

    public List<JsonObject> events() {
        return List.copyOf(handled);
    }

    /** The names of a course in its events, in the order in which they were handled. */
    public List<String> namesOf(String course) {
        return handled.stream()
                .filter(event -> event.getString("subject").equals("courses/" + course))
                .map(event -> event.getJsonObject("data").getJsonObject("data").getJsonObject("attributes"))
                .map(attributes -> attributes.getString("course_name"))
                .toList();
    }

    public boolean hasEventOf(String course) {
        return !namesOf(course).isEmpty();
    }
}
