package dev.registrar.server.transfer;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpClientRequest;
import java.nio.file.Path;

/** The body of an upload. Counts the bytes that have left. */
record SentFile(Path file, Progress progress) {
    private static final OpenOptions READ = new OpenOptions().setWrite(false).setCreate(false);
    private static final int PART = 1 << 16;

    /** Sends all of it, unless a response comes before. */
    void sendBy(HttpClientRequest request, Vertx vertx) {
        progress.stepTo(0);
        vertx.fileSystem()
                .open(file.toString(), READ)
                .onFailure(e -> request.reset(0, e))
                .onSuccess(opened -> send(opened.setReadBufferSize(PART), request));
    }

    private void send(AsyncFile opened, HttpClientRequest request) {
        request.response().onComplete(response -> opened.handler(null).close());
        opened.exceptionHandler(e -> request.reset(0, e))
                .endHandler(end -> request.end())
                .handler(part -> send(part, opened, request));
    }

    private void send(Buffer part, AsyncFile opened, HttpClientRequest request) {
        request.write(part).onSuccess(sent -> progress.stepBy(part.length()));
        if (request.writeQueueFull()) {
            opened.pause();
            request.drainHandler(drained -> opened.resume());
        }
    }
}
