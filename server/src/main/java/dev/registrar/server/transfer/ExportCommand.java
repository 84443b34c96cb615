package dev.registrar.server.transfer;

import dev.registrar.resource.bus.FileFormat;
import io.vertx.core.http.HttpMethod;
import java.nio.file.Path;
import java.util.Optional;

/** Writes the rows of a collection to a file, or to the standard output. */
final class ExportCommand implements Transfer.Command {
    private static final int UNKNOWN = -1;

    private final Shell shell;
    private final TransferArguments arguments;
    private final String collection;
    private final Optional<Path> output;
    private final FileFormat format;

    ExportCommand(Shell shell, TransferArguments arguments) throws TransferException {
        this.shell = shell;
        this.arguments = arguments;
        collection = "/%s/?".formatted(arguments.type());
        output = arguments.output();
        format = arguments.format(output).orElse(FileFormat.CSV);
    }

    @Override
    public String remedy() {
        return "";
    }

    @Override
    public ExitCode run(ServiceClient service) throws TransferException, InterruptedException {
        var task = "Exporting %s".formatted(arguments.type());
        try (var progress = new Progress(shell, task, Progress.Unit.ROWS, UNKNOWN)) {
            if (shell.terminal().isPresent()) {
                progress.expect(count(service, progress));
            }
            receive(service, progress);
            progress.finish();
            return ExitCode.DONE;
        }
    }

    /** A stream does not say how much is left of it. */
    private long count(ServiceClient service, Progress progress) throws TransferException, InterruptedException {
        var page = service.read(collection + arguments.countQuery(), progress);
        return page.document().at("/meta/pagination/count").asLong(UNKNOWN);
    }

    private void receive(ServiceClient service, Progress progress) throws TransferException, InterruptedException {
        var request = service.request(HttpMethod.GET, collection + arguments.exportQuery())
                .putHeader("Accept", format.mediaType());
        if (output.isPresent()) {
            ReceivedRows.receive(service, request, output.get(), format, progress);
        } else {
            service.receive(request, new ReceivedRows(shell.out(), format, progress));
        }
    }
}
