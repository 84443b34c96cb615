package dev.registrar.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A whole catalogue imported, and a million registrations exported, over HTTP, each compared with COPY by psql of the same rows in
 * the same database.
 */
final class Transfers {
    private static final int REGISTRATIONS = 1_000_000;

    /** A catalogue that is imported has no prefixes, the courses that are there have. */
    private static final String CLEAR = """
        SET session_replication_role = replica;
        DELETE FROM course.course_terms t USING course.courses c
            WHERE c.id = t.course_id AND c.school_bulletin_prefix_code = '';
        DELETE FROM course.courses WHERE school_bulletin_prefix_code = '';
        SET session_replication_role = origin;
        SELECT course.recount_resources('courses', 'course.courses');
        SELECT course.recount_resources('course_terms', 'course.course_terms');
        """;

    private static final String FILL = """
        SET session_replication_role = replica;
        INSERT INTO registration.registrations (uni, enrollment, course_id)
        SELECT 'EXP' || n / 1000, 'confirmed', c.id
        FROM (SELECT id, row_number() OVER () - 1 AS number FROM course.courses) AS c
        JOIN generate_series(0, %s - 1) AS n ON n %% 1000 = c.number;
        SET session_replication_role = origin;
        SELECT registration.recount_resources('registrations', 'registration.registrations');
        """;

    /** What the triggers of events and of the audit read. */
    private static final String ACTOR = """
        SELECT set_config('registrar.authtype', 'user', false), set_config('registrar.authid', 'admin', false),
            set_config('registrar.request', '{"id": "copy"}', false)""";

    private static final String RUNNING_EXPORT = """
        SELECT query FROM pg_stat_activity
        WHERE query LIKE 'SELECT %FROM registration.registrations %' AND state <> 'idle'""";

    private static final Pattern HEAP = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private final Options options;
    private final ServerProcess server;
    private final BenchmarkDatabase database;
    private final CatalogueFiles files;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String exported = "";

    /**
     * How long something took over HTTP and by COPY, in seconds.
     *
     * @param heap in megabytes after a collection: at the start, in the middle and at the end of a run that is not timed
     */
    private record Comparison(String name, List<Double> http, List<Double> copy, List<Double> heap) {
        Comparison(String name) {
            this(name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        String row() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f | %.2f | %.0f / %.0f / %.0f |%n",
                    name,
                    median(http),
                    median(copy),
                    median(http) / median(copy),
                    heap.get(0),
                    heap.get(1),
                    heap.get(2));
        }

        private static double median(List<Double> seconds) {
            return Rounds.median(seconds, Double::doubleValue);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    Transfers(Options options, ServerProcess server, BenchmarkDatabase database, CatalogueFiles files) {
        this.options = options;
        this.server = server;
        this.database = database;
        this.files = files;
    }

    /** Returns the medians as a Markdown table. */
    String measure() throws Exception {
        var courses = new Comparison("import of %s courses".formatted(files.courses()));
        var offerings = new Comparison("import of %s offerings".formatted(files.offerings()));
        var export = new Comparison("export of %s registrations".formatted(REGISTRATIONS));
        fill();
        clear();
        observeImport(files.importedCourses(), "courses", courses);
        observeImport(files.importedOfferings(), "course_terms", offerings);
        observeExport(export);
        for (var round = 0; round < options.rounds(); round++) {
            clear();
            courses.copy().add(seconds(() -> copyIn(files.copiedCourses(), files.courseColumns(), "course.courses")));
            offerings
                    .copy()
                    .add(seconds(
                            () -> copyIn(files.copiedOfferings(), files.offeringColumns(), "course.course_terms")));
            clear();
            courses.http().add(importFile(files.importedCourses(), "courses", () -> {}));
            offerings.http().add(importFile(files.importedOfferings(), "course_terms", () -> {}));
            export.copy().add(seconds(this::copyOut));
            export.http().add(seconds(() -> export(() -> {})));
        }
        clear();
        return """
            | transfer | HTTP s | COPY s | ratio | heap MB at the start / in the middle / at the end |
            |---|---|---|---|---|
            """ + courses.row() + offerings.row() + export.row();
    }

    private static double seconds(Work work) throws Exception {
        var start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e9;
    }

    private void fill() throws SQLException {
        var missing = "SELECT FROM registration.registrations WHERE uni = 'EXP0'";
        if (Sql.read(database.uri(), "SELECT count(*) FROM (%s) AS filled".formatted(missing))
                .contains("0")) {
            Sql.execute(database.uri(), "BEGIN; " + FILL.formatted(REGISTRATIONS) + " COMMIT");
            Sql.execute(database.uri(), "VACUUM (ANALYZE) registration.registrations");
        }
    }

    private void clear() throws SQLException {
        Sql.execute(database.uri(), "BEGIN; " + CLEAR + " COMMIT");
        database.undoWrites();
        Sql.execute(database.uri(), "VACUUM (ANALYZE) course.course_terms");
    }

    private void copyIn(Path file, String columns, String table) throws IOException, InterruptedException {
        psql(ACTOR, "COPY %s (%s) FROM STDIN (FORMAT csv)".formatted(table, columns), file);
    }

    private void copyOut() throws IOException, InterruptedException {
        psql("SELECT 1", "COPY (%s) TO STDOUT (FORMAT csv)".formatted(exported), Path.of("/dev/null"));
    }

    private void psql(String first, String second, Path input) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        "psql", "-qX", "-v", "ON_ERROR_STOP=1", "-c", first, "-c", second, database.uri())
                .redirectInput(input.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("psql has failed");
        }
    }

    private HttpRequest.Builder request(String path) {
        var credentials = "%s:%s".formatted(Contestants.USER, Contestants.PASSWORD);
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)));
    }

    /** Imports a file. Returns the seconds until the end by its own account: an import gives way to whoever reads often. */
    private double importFile(Path file, String type, Work inTheMiddle) throws Exception {
        var start = Instant.now();
        var accepted = send(request("/v1/imports/?resource_type=" + type)
                .header("Content-Type", "text/csv")
                .POST(HttpRequest.BodyPublishers.ofFile(file)));
        var id = accepted.getJsonObject("data").getString("id");
        var isHalf = false;
        while (true) {
            var state = send(request("/v1/imports/%s/".formatted(id)))
                    .getJsonObject("data")
                    .getJsonObject("attributes");
            if (!isHalf && state.getDouble("progress") >= 0.5) {
                isHalf = true;
                inTheMiddle.run();
            }
            if (state.getString("state").equals("done")) {
                requireNoneRejected(state);
                return Duration.between(start, state.getInstant("ended_at")).toNanos() / 1e9;
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static void requireNoneRejected(JsonObject state) {
        if (state.getJsonObject("rows").getInteger("rejected") > 0) {
            throw new IllegalStateException(state.encode());
        }
    }

    private JsonObject send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IllegalStateException(response.body());
        }
        return new JsonObject(response.body());
    }

    private void export(Work inTheMiddle) throws Exception {
        HttpResponse<InputStream> response = http.send(
                request("/v1/registrations/").header("Accept", "text/csv").build(), BodyHandlers.ofInputStream());
        var buffer = new byte[1 << 16];
        var lines = 0;
        var isHalf = false;
        try (var body = response.body()) {
            for (var length = body.read(buffer); length >= 0; length = body.read(buffer)) {
                for (var index = 0; index < length; index++) {
                    lines += buffer[index] == '\n' ? 1 : 0;
                }
                if (!isHalf && lines > REGISTRATIONS / 2) {
                    isHalf = true;
                    inTheMiddle.run();
                }
            }
        }
        if (lines <= REGISTRATIONS) {
            throw new IllegalStateException("The export has only %s lines".formatted(lines));
        }
    }

    private void observeImport(Path file, String type, Comparison comparison) throws Exception {
        comparison.heap().add(heap());
        var unused = importFile(file, type, () -> comparison.heap().add(heap()));
        comparison.heap().add(heap());
    }

    private void observeExport(Comparison comparison) throws Exception {
        comparison.heap().add(heap());
        export(() -> {
            comparison.heap().add(heap());
            exported = Sql.read(database.uri(), RUNNING_EXPORT).get(0);
        });
        comparison.heap().add(heap());
    }

    /** Megabytes of objects that are reachable. */
    private double heap() throws IOException {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(server.handle().pid()),
                "GC.class_histogram");
        var output = new ProcessBuilder(command).start().getInputStream().readAllBytes();
        var total = HEAP.matcher(new String(output, UTF_8));
        if (!total.find()) {
            throw new IllegalStateException(new String(output, UTF_8));
        }
        return Double.parseDouble(total.group(1)) / 1e6;
    }
}
