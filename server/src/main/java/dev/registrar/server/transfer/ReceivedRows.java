package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.ExitCode.FAILED;

import dev.registrar.resource.bus.FileFormat;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Rows of a response, which are written while they arrive, and counted: lines, but not those inside of quotes. */
final class ReceivedRows {
    private static final int OK = 200;

    private final OutputStream to;
    private final FileFormat format;
    private final Progress progress;
    private boolean isQuoted;
    private long lines;
    private volatile boolean hasBegun;
    private volatile IOException failure;

    ReceivedRows(OutputStream to, FileFormat format, Progress progress) {
        this.to = to;
        this.format = format;
        this.progress = progress;
    }

    /** Receives rows into a file, which has its name only when all of them have arrived. */
    static void receive(ServiceClient service, RequestOptions request, Path file, FileFormat format, Progress progress)
            throws TransferException, InterruptedException {
        var part = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (var out = Files.newOutputStream(part)) {
                service.receive(request, new ReceivedRows(out, format, progress));
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw notWritten(e);
        } finally {
            part.toFile().delete();
        }
    }

    Progress progress() {
        return progress;
    }

    boolean hasBegun() {
        return hasBegun;
    }

    /** Reads a response; one without rows is a document with errors. */
    Future<Buffer> read(HttpClientResponse response) {
        if (response.statusCode() != OK) {
            return response.body();
        }
        response.handler(part -> write(part.getBytes(), response));
        return response.end().map(end -> Buffer.buffer());
    }

    private void write(byte[] part, HttpClientResponse response) {
        hasBegun = true;
        try {
            to.write(part);
            count(part);
        } catch (IOException e) {
            failure = e;
            response.request().reset();
        }
    }

    private void count(byte[] part) {
        for (var one : part) {
            isQuoted ^= format == FileFormat.CSV && one == '"';
            if (one == '\n' && !isQuoted) {
                lines++;
            }
        }
        var header = format == FileFormat.CSV ? 1 : 0;
        progress.stepTo(Math.max(0, lines - header));
    }

    /** Returns why it failed: an error of writing cuts the response, too. */
    TransferException explain(TransferException failed) {
        return failure == null ? failed : notWritten(failure);
    }

    private static TransferException notWritten(IOException reason) {
        return new TransferException(FAILED, "The rows cannot be written: %s.".formatted(reason));
    }
}
