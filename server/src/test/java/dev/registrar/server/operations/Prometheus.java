package dev.registrar.server.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A Prometheus with a configuration file. */
record Prometheus(ServiceProcess process, String url) implements AutoCloseable {
    static boolean isInstalled() {
        return Program.isInstalled("prometheus") && Program.isInstalled("promtool");
    }

    /** Starts it, and waits until it is ready. */
    static Prometheus start(Path configuration, Path directory) {
        var address = "127.0.0.1:" + FreePorts.next();
        var process = ServiceProcess.run(
                List.of(
                        "prometheus",
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=" + address),
                Map.of(),
                directory.resolve("prometheus.log"));
        var prometheus = new Prometheus(process, "http://" + address);
        Await.until("Prometheus is ready or has ended", () -> prometheus.isReady() || !process.isAlive());
        return prometheus;
    }

    private boolean isReady() {
        try {
            return !read("/-/ready").isEmpty();
        } catch (IOException notYet) {
            return false;
        }
    }

    private String read(String path) throws IOException {
        try (var content = URI.create(url + path).toURL().openStream()) {
            return new String(content.readAllBytes(), UTF_8);
        }
    }

    /** The rules that it evaluates. */
    List<JsonObject> rules() {
        return objects(get("/api/v1/rules").getJsonArray("groups")).stream()
                .flatMap(group -> objects(group.getJsonArray("rules")).stream())
                .toList();
    }

    /** The time series that an expression results in. */
    List<JsonObject> query(String expression) {
        return objects(get("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8))
                .getJsonArray("result"));
    }

    private static List<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast).toList();
    }

    private JsonObject get(String path) {
        try {
            return new JsonObject(read(path)).getJsonObject("data");
        } catch (IOException e) {
            throw new UncheckedIOException(process.output(), e);
        }
    }

    @Override
    public void close() {
        process.end("TERM");
    }
}
