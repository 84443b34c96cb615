package dev.registrar.server.faults.cluster.load;

import dev.registrar.server.faults.cluster.node.Administrator;
import dev.registrar.testing.connection.EventStreamClient;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Follows a stream of events as EventSource does: when the stream ends, it connects again after the last event. */
public final class FollowingClient implements AutoCloseable {
    private static final long RETRY_MILLIS = 200;

    private final String url;
    private final List<EventStreamClient> streams = new ArrayList<>();
    private String lastId = "";
    private boolean isOver;

    /** Begins to follow the events at a URL. */
    public FollowingClient(String url) {
        this.url = url;
        connect();
    }

    private synchronized void connect() {
        if (!isOver) {
            var stream = EventStreamClient.openWith(
                    url, Map.of("Authorization", Administrator.authorization()), "Last-Event-ID", lastId);
            streams.add(stream);
            var unused = stream.end().whenComplete((ended, cutOff) -> connectAfter(stream));
        }
    }

    private synchronized void connectAfter(EventStreamClient stream) {
        lastId = stream.lastId().isEmpty() ? lastId : stream.lastId();
        CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS).execute(this::connect);
    }

    /** The status of each response. EventSource gives up after any other than 200. */
    public synchronized List<Integer> statuses() {
        return streams.stream().map(EventStreamClient::status).toList();
    }

    /** The ids of all events, in the order in which they were received. */
    public synchronized List<String> received() {
        return streams.stream()
                .flatMap(stream -> stream.events().stream())
                .map(event -> new JsonObject(event.data()).getString("id"))
                .toList();
    }

    @Override
    public synchronized void close() {
        isOver = true;
        streams.forEach(EventStreamClient::close);
    }
}
