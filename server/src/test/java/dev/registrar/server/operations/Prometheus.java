package dev.registrar.server.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Prometheus with a configuration file. */
final class Prometheus implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/prometheus");
    private static final Path TOOL = Path.of("/usr/bin/promtool");
    /** The exit code of promtool when it could read metrics but objects to some. */
    private static final int LINT_ERRORS = 3;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ServiceProcess process;
    private final String url;

    private Prometheus(ServiceProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM) && Files.isExecutable(TOOL);
    }

    /** Starts it, and waits until it is ready. */
    static Prometheus start(Path configuration, Path directory) throws IOException {
        var address = "127.0.0.1:" + FreePorts.next();
        var process = ServiceProcess.run(
                List.of(
                        PROGRAM.toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=" + address),
                Map.of(),
                directory.resolve("prometheus.log"));
        var prometheus = new Prometheus(process, "http://" + address);
        Await.until("Prometheus is ready or has ended", () -> prometheus.isReady() || !process.isAlive());
        assertThat(process.isAlive()).as(process.output()).isTrue();
        return prometheus;
    }

    /** Runs promtool, and expects that it has no objection. */
    static void check(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(TOOL.toString()));
        command.addAll(List.of(arguments));
        var tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor()).as(output).isZero();
    }

    /** What promtool objects to in metrics, one in a line that begins with the name of the metric. */
    static List<String> objections(Path metrics) throws IOException, InterruptedException {
        var tool = new ProcessBuilder(TOOL.toString(), "check", "metrics")
                .redirectErrorStream(true)
                .redirectInput(metrics.toFile())
                .start();
        var output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor()).as(output).isIn(0, LINT_ERRORS);
        return output.lines().toList();
    }

    private boolean isReady() {
        try {
            return HTTP.send(
                                    HttpRequest.newBuilder(URI.create(url + "/-/ready"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (ConnectException notYet) {
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The targets that it scrapes. */
    List<JsonObject> targets() {
        return objects(get("/api/v1/targets").getJsonArray("activeTargets"));
    }

    /** The rules that it evaluates. */
    List<JsonObject> rules() {
        return objects(get("/api/v1/rules").getJsonArray("groups")).stream()
                .flatMap(group -> objects(group.getJsonArray("rules")).stream())
                .toList();
    }

    /** The time series that an expression results in. */
    List<JsonObject> query(String expression) {
        return objects(get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .getJsonArray("result"));
    }

    private static List<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast).toList();
    }

    private JsonObject get(String path) {
        try {
            var response =
                    HTTP.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(path + "\n" + response.body()).isEqualTo(200);
            return new JsonObject(response.body()).getJsonObject("data");
        } catch (IOException e) {
            throw new AssertionError(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.end("TERM");
    }
}
