package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.ExitCode.DONE;
import static dev.registrar.server.transfer.ExitCode.FAILED;
import static dev.registrar.server.transfer.ExitCode.REJECTED_ROWS;
import static dev.registrar.server.transfer.ExitCode.UNREACHABLE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.FileFormat;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Sends a file, waits until the service has imported it, and prints what has become of the rows. */
final class ImportCommand implements Transfer.Command {
    private static final Set<String> UNFINISHED = Set.of("waiting", "running");
    private static final List<String> COUNTS = List.of("read", "created", "updated", "unchanged", "rejected");
    private static final Duration POLL = Duration.ofSeconds(1);

    private final Shell shell;
    private final TransferArguments arguments;
    private final String collection;
    private final Path file;
    private final FileFormat format;
    private final String key;

    /** What a person can do who interrupts it. */
    private volatile String remedy = "";

    ImportCommand(Shell shell, TransferArguments arguments) throws TransferException {
        this.shell = shell;
        this.arguments = arguments;
        collection = "/imports/?" + arguments.importQuery();
        file = arguments.file();
        format = arguments
                .format(Optional.of(file))
                .orElseThrow(() -> TransferArguments.wrong(
                        "--format must say what %s is, csv or ndjson".formatted(file.getFileName())));
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new TransferException(FAILED, "%s is not a file that can be read.".formatted(file));
        }
        key = arguments.key().orElseGet(() -> UUID.randomUUID().toString());
    }

    @Override
    public String remedy() {
        return remedy;
    }

    @Override
    public ExitCode run(ServiceClient service) throws TransferException, InterruptedException {
        var path = "/imports/%s/".formatted(upload(service));
        remedy = """
                The import goes on in the service. To wait for its end, add: --key %s
                To cancel it: curl %s -X DELETE %s""".formatted(
                key, arguments.user().map("-u "::concat).orElse("-H 'Authorization: Bearer …'"), service.urlOf(path));
        var ended = await(service, path);
        remedy = "";
        return report(service, path, ended);
    }

    /** Returns the id of the import. */
    private String upload(ServiceClient service) throws TransferException, InterruptedException {
        try (var progress = new Progress(
                shell, "Sending %s".formatted(file.getFileName()), Progress.Unit.MEGABYTES, Files.size(file))) {
            var request = service.request(HttpMethod.POST, collection)
                    .putHeader("Content-Type", format.mediaType())
                    .putHeader("Content-Length", Long.toString(Files.size(file)))
                    .putHeader("Idempotency-Key", key);
            if (arguments.isStrict()) {
                request.putHeader("Prefer", "handling=strict");
            }
            remedy = "If the whole file has arrived, it is imported. To go on, add: --key %s".formatted(key);
            var accepted = service.upload(request, new SentFile(file, progress));
            progress.finish();
            return accepted.document().at("/data/id").asText();
        } catch (TransferException e) {
            remedy = e.exitCode() == UNREACHABLE ? remedy : "";
            throw e;
        } catch (IOException e) {
            throw new TransferException(FAILED, "%s cannot be read: %s.".formatted(file, e));
        }
    }

    /** Returns the attributes of the import when it has ended. */
    private JsonNode await(ServiceClient service, String path) throws TransferException, InterruptedException {
        try (var progress = new Progress(shell, "Importing", Progress.Unit.ROWS, -1)) {
            while (true) {
                var response = service.read(path, progress);
                var attributes = response.document().at("/data/attributes");
                show(attributes, progress);
                if (!UNFINISHED.contains(attributes.path("state").asText())) {
                    progress.finish();
                    return attributes;
                }
                Thread.sleep(response.retryAfter().orElse(POLL).toMillis());
            }
        }
    }

    private static void show(JsonNode attributes, Progress progress) {
        var read = attributes.at("/rows/read").asLong();
        var part = attributes.path("progress").asDouble();
        progress.stepTo(read);
        if (part > 0) {
            progress.expect(Math.round(read / part));
        }
    }

    private ExitCode report(ServiceClient service, String path, JsonNode ended)
            throws TransferException, InterruptedException {
        for (var count : COUNTS) {
            shell.print(String.format(
                    Locale.ROOT,
                    "%-10s %,11d",
                    count,
                    ended.path("rows").path(count).asLong()));
        }
        var rejected = ended.at("/rows/rejected").asLong();
        if (rejected > 0) {
            receiveRejected(service, path, rejected);
        }
        if (arguments.isDryRun()) {
            shell.print("Nothing has been changed, because of --dry-run.");
        }
        switch (ended.path("state").asText()) {
            case "failed" ->
                throw new TransferException(
                        FAILED, "The import has failed. " + ended.path("reason").asText());
            case "cancelled" -> throw new TransferException(FAILED, "The import was cancelled.");
            default -> {}
        }
        return rejected > 0 ? REJECTED_ROWS : DONE;
    }

    private void receiveRejected(ServiceClient service, String path, long rejected)
            throws TransferException, InterruptedException {
        var target = newFile();
        try (var progress = new Progress(shell, "Rejected rows", Progress.Unit.ROWS, rejected)) {
            var request =
                    service.request(HttpMethod.GET, path + "errors/").putHeader("Accept", FileFormat.CSV.mediaType());
            ReceivedRows.receive(service, request, target, FileFormat.CSV, progress);
        }
        shell.print("The rejected rows are in %s. Its column errors says what to correct; then import it."
                .formatted(target));
    }

    /** Whoever corrects the rows of an earlier import must not lose them. */
    private Path newFile() {
        var name = file.getFileName().toString().replaceFirst("\\.[^.]+$", "") + "-rejected";
        return Stream.iterate(1, number -> number + 1)
                .map(number -> file.resolveSibling(name + (number == 1 ? "" : "-" + number) + ".csv"))
                .filter(Files::notExists)
                .findFirst()
                .orElseThrow();
    }
}
