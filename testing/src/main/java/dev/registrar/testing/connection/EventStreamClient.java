package dev.registrar.testing.connection;

import dev.registrar.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Reads a stream of events (Server-Sent Events), line by line. */
public final class EventStreamClient implements AutoCloseable {
    /** The URL of a stream of the changes of courses from now on. */
    public static final String COURSES = "/v1/events/?filter[type]=courses&page[after]=latest";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpResponse<Stream<String>> response;
    private final List<Event> events = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final CompletableFuture<Void> end;
    private String lastId = "";

    private EventStreamClient(HttpResponse<Stream<String>> response) {
        this.response = response;
        end = CompletableFuture.runAsync(() -> response.body().forEach(this::take));
    }

    /** An event, with the id that the client would send to continue after it. */
    public record Event(String id, String type, String data) {}

    /** Opens a stream as a user who may read. */
    public static EventStreamClient open(String url, String... headers) {
        var reader = Base64.getEncoder().encodeToString("reader:reader".getBytes(StandardCharsets.UTF_8));
        return openWith(url, Map.of("Authorization", "Basic " + reader), headers);
    }

    /** Opens a stream with these credentials. */
    public static EventStreamClient openWith(String url, Map<String, String> credentials, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(url.replace("[", "%5B").replace("]", "%5D")))
                .header("Accept", "text/event-stream");
        credentials.forEach(request::header);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new EventStreamClient(HTTP.send(request.build(), BodyHandlers.ofLines()));
        } catch (IOException e) {
            throw new AssertionError(url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private synchronized void take(String line) {
        lines.add(line);
        if (line.startsWith("id: ")) {
            lastId = line.substring(4);
        } else if (line.startsWith("data: ")) {
            var type = lines.get(lines.size() - 2).substring("event: ".length());
            events.add(new Event(lastId, type, line.substring("data: ".length())));
        }
    }

    public int status() {
        return response.statusCode();
    }

    public String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    public synchronized List<Event> events() {
        return List.copyOf(events);
    }

    public synchronized String lastId() {
        return lastId;
    }

    /** Waits until so many events have arrived. */
    public List<Event> await(int count) {
        Await.until(count + " events", () -> events().size() >= count);
        return events();
    }

    /** Waits until the first position has arrived. */
    public EventStreamClient awaitStart() {
        Await.until("the first position", () -> !lastId().isEmpty());
        return this;
    }

    /** Waits until the service has ended the response; fails if the response was cut off. */
    public void awaitEnd() {
        Await.until("the end of the stream", end::isDone);
        end.join();
    }

    public boolean isOpen() {
        return !end.isDone();
    }

    /** Completes when the service has ended the response; fails if the response was cut off. */
    public CompletableFuture<Void> end() {
        return end;
    }

    @Override
    public void close() {
        response.body().close();
    }
}
