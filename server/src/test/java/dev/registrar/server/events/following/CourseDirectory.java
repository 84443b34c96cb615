package dev.registrar.server.events.following;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.EventHandler;
import dev.registrar.events.following.PositionStore;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a copy of the names of all courses. */
public class CourseDirectory extends AbstractVerticle implements EventHandler {
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private EventFollower follower;

    @Override
    public void start() {
        follower = EventFollower.of("course").types("courses").start(vertx, PositionStore.inMemory(), this);
    }

    @Override
    public void stop(Promise<Void> stopped) {
        follower.stop().onComplete(stopped);
    }

    @Override
    public Future<Void> startAnew() {
        names.clear();
        return readPage(Map.of("page[after]", "", "page[size]", "100", "fields[courses]", "course_name"));
    }

    private Future<Void> readPage(Map<String, ?> query) {
        var caller = Map.of("name", "directory", "scopes", List.of("read"), "unbound", true);
        return vertx.eventBus()
                .<Buffer>request(
                        "registrar.courses",
                        new JsonObject(Map.of("caller", caller, "query", query)),
                        new DeliveryOptions().addHeader("action", "list").setSendTimeout(3_000))
                .compose(reply -> {
                    var page = reply.body().toJsonObject();
                    page.getJsonArray("data").forEach(course -> remember((JsonObject) course));
                    var next = page.getJsonObject("links").getString("next");
                    return next == null
                            ? Future.succeededFuture()
                            : readPage(new QueryStringDecoder(next).parameters());
                });
    }

    @Override
    public Future<Void> handle(List<JsonObject> events) {
        events.forEach(this::apply);
        return Future.succeededFuture();
    }

    private void apply(JsonObject event) {
        var course = event.getJsonObject("data").getJsonObject("data");
        if (event.getString("type").endsWith(".deleted")) {
            names.remove(course.getString("id"));
        } else {
            remember(course);
        }
    }

    private void remember(JsonObject course) {
        names.put(course.getString("id"), course.getJsonObject("attributes").getString("course_name"));
    }

    /** The names of the courses, by their ids. */
    public Map<String, String> names() {
        return Map.copyOf(names);
    }
}
