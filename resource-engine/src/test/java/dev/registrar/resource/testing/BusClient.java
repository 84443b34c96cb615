package dev.registrar.resource.testing;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.bus.stream.ChunkReader;
import dev.registrar.resource.bus.stream.ChunkSource;
import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * An immutable client of resource verticles, which takes methods, paths and headers of HTTP for their actions, so that a test can
 * follow the links in replies. Each {@code with} method returns a new client.
 */
public final class BusClient {
    static final String BASE_URL = "https://library.example";

    private final Vertx vertx;
    private final ResourceClient verticles;
    private final Duration timeout;
    private final Caller caller;
    private final Map<String, String> headers;

    public BusClient(Vertx vertx, Duration timeout) {
        this(vertx, new ResourceClient(vertx), timeout, Caller.unbound("nobody", Set.of()), Map.of());
    }

    private BusClient(
            Vertx vertx, ResourceClient verticles, Duration timeout, Caller caller, Map<String, String> headers) {
        this.vertx = vertx;
        this.verticles = verticles;
        this.timeout = timeout;
        this.caller = caller;
        this.headers = headers;
    }

    /** Returns a client for another caller. */
    public BusClient as(Caller other) {
        return new BusClient(vertx, verticles, timeout, other, headers);
    }

    /** Returns a client that sends a header that concerns the resource: a precondition, a preference or a key. */
    public BusClient withHeader(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new BusClient(vertx, verticles, timeout, caller, more);
    }

    @CanIgnoreReturnValue
    public Reply get(String path) {
        return send("GET", path, Optional.empty());
    }

    @CanIgnoreReturnValue
    public Reply delete(String path) {
        return send("DELETE", path, Optional.empty());
    }

    @CanIgnoreReturnValue
    public Reply delete(String path, Object document) {
        return send("DELETE", path, Optional.of(bytes(document)));
    }

    @CanIgnoreReturnValue
    public Reply post(String path, Object document) {
        return send("POST", path, Optional.of(bytes(document)));
    }

    @CanIgnoreReturnValue
    public Reply patch(String path, Object document) {
        return send("PATCH", path, Optional.of(bytes(document)));
    }

    @CanIgnoreReturnValue
    public Reply put(String path, Object document) {
        return send("PUT", path, Optional.of(bytes(document)));
    }

    private static Buffer bytes(Object document) {
        return Buffer.buffer(document.toString());
    }

    /**
     * Follows a link from page to page, and returns a value of each resource.
     *
     * @param link {@code next}, or {@code prev} for the opposite order
     * @param pointer the JSON pointer of the value in a resource
     */
    public List<String> walk(String first, String link, String pointer) {
        List<String> seen = new ArrayList<>();
        for (var page = get(first); ; page = get(page.text("/links/" + link))) {
            List<String> values = new ArrayList<>(page.expectStatus(200).each(pointer));
            if (link.equals("prev")) {
                Collections.reverse(values);
            }
            seen.addAll(values);
            if (page.at("/links/" + link).isNull()) {
                return seen;
            }
        }
    }

    /** Sends a request. The path may be an absolute URL, as in links. */
    private Reply send(String method, String path, Optional<Buffer> document) {
        var target = path.replace(BASE_URL, "").split("\\?", 2);
        var names = target[0].replaceFirst("^/v1/", "").split("/");
        var query = target.length > 1 ? query(target[1]) : Map.<String, List<String>>of();
        var id = UUID.randomUUID().toString();
        var sent = Future.succeededFuture()
                .compose(ready -> verticles.send(names[0], request(method, names, query, id, document)))
                .map(reply -> Reply.of(method + " " + path, id, reply))
                .otherwise(failure -> Reply.of(method + " " + path, id, failure));
        return Await.success(sent);
    }

    /** Reads a whole file of the media type in the header {@code Accept}. */
    public String file(String path) {
        var file = beginFile(path);
        var text = new StringBuilder();
        for (var chunk = Await.success(file.next()); chunk.isPresent(); chunk = Await.success(file.next())) {
            text.append(chunk.get());
        }
        return text.toString();
    }

    /** Begins to read a file, whose first chunk has not been asked for. */
    public ChunkReader beginFile(String path) {
        var target = path.split("\\?", 2);
        var names = target[0].replaceFirst("^/v1/", "").split("/");
        var query = target.length > 1 ? query(target[1]) : Map.<String, List<String>>of();
        var request = request("GET", names, query, UUID.randomUUID().toString(), Optional.empty());
        var reply = Await.success(verticles.send(names[0], request));
        return new ChunkReader(vertx, reply.stream().orElseThrow(), Duration.ofSeconds(30));
    }

    private ResourceRequest request(
            String method, String[] names, Map<String, List<String>> query, String id, Optional<Buffer> document) {
        return new ResourceRequest(
                header("Accept").isPresent() ? exportAt(names) : action(method, names),
                Deadline.in(timeout),
                names.length > 1 ? Optional.of(names[1]) : Optional.empty(),
                names.length > 2 ? Optional.of(names[names.length - 1]) : Optional.empty(),
                new Preconditions(header("If-Match"), header("If-None-Match")),
                header("Prefer").map(Preferences::of).orElse(Preferences.NONE),
                header("Idempotency-Key"),
                caller,
                BASE_URL,
                Optional.empty(),
                id,
                query,
                header("Accept").flatMap(FileFormat::ofMediaType),
                Optional.empty(),
                document.map(RequestDocument::of));
    }

    /** Sends the parts of a file to be imported, in the format of this media type. */
    @CanIgnoreReturnValue
    public Reply upload(String query, String mediaType, List<Buffer> parts) {
        return Await.success(uploading(
                query,
                mediaType,
                parts.stream()
                        .map(part -> Future.succeededFuture(Optional.of(part)))
                        .iterator()));
    }

    /** Begins to send a file, each part of which is ready when its future completes. */
    public Future<Reply> uploading(String query, String mediaType, Iterator<Future<Optional<Buffer>>> parts) {
        var parameters = query(query);
        var id = UUID.randomUUID().toString();
        Supplier<Future<Optional<Buffer>>> next =
                () -> parts.hasNext() ? parts.next() : Future.succeededFuture(Optional.empty());
        return ChunkSource.open(vertx, next, Duration.ofSeconds(30))
                .map(source -> new ResourceRequest(
                        Action.IMPORT,
                        Deadline.in(Duration.ofMinutes(1)),
                        Optional.empty(),
                        Optional.empty(),
                        Preconditions.NONE,
                        header("Prefer").map(Preferences::of).orElse(Preferences.NONE),
                        header("Idempotency-Key"),
                        caller,
                        BASE_URL,
                        Optional.empty(),
                        id,
                        parameters,
                        FileFormat.ofMediaType(mediaType),
                        Optional.of(source.address()),
                        Optional.empty()))
                .compose(request ->
                        verticles.send(parameters.get("resource_type").get(0), request))
                .map(reply -> Reply.of("import " + query, id, reply))
                .otherwise(failure -> Reply.of("import " + query, id, failure));
    }

    private static Action exportAt(String[] names) {
        return names.length > 1 ? Action.EXPORT_RELATED : Action.EXPORT;
    }

    private Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    private static Action action(String method, String[] names) {
        if (names.length > 3) {
            return switch (method) {
                case "GET" -> Action.LINKAGE;
                case "POST" -> Action.LINKAGE_ADD;
                case "DELETE" -> Action.LINKAGE_REMOVE;
                default -> Action.LINKAGE_REPLACE;
            };
        }
        return switch (method) {
            case "GET" -> names.length > 2 ? Action.RELATED : names.length > 1 ? Action.GET : Action.LIST;
            case "POST" -> Action.CREATE;
            case "PUT" -> Action.REPLACE;
            case "DELETE" -> Action.DELETE;
            default -> Action.UPDATE;
        };
    }

    private static Map<String, List<String>> query(String encoded) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (var parameter : encoded.split("&", -1)) {
            var parts = parameter.split("=", 2);
            query.computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
                    .add(parts.length > 1 ? decoded(parts[1]) : "");
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
