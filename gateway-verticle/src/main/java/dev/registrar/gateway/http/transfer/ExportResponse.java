package dev.registrar.gateway.http.transfer;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.bus.stream.ChunkReader;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response with a file that a verticle offers in chunks. The next chunk is asked for when the client has read the one
 * before. A file that cannot be completed is cut off, so that the client notices: it has no last chunk, or its stream is
 * reset.
 */
public final class ExportResponse {
    private static final Logger LOG = LoggerFactory.getLogger(ExportResponse.class);

    /** How long to wait for a chunk. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final RoutingContext context;
    private final ChunkReader file;

    private ExportResponse(RoutingContext context, ChunkReader file) {
        this.context = context;
        this.file = file;
    }

    /**
     * Sends the file, or an error if it fails before its first chunk.
     *
     * @param address offers the chunks
     * @param name what is in the file: a part of its name
     */
    public static void send(RoutingContext context, String address, String name) {
        var response = new ExportResponse(context, new ChunkReader(context.vertx(), address, IDLE));
        context.addEndHandler(ended -> response.file.cancel());
        if (context.request().method().equals(HttpMethod.HEAD)) {
            response.putHeaders(name);
            Responses.sendEmpty(context, 200);
        } else {
            Responses.sendWhenKnown(response.file.next(), first -> response.begin(name, first), context::fail);
        }
    }

    private void putHeaders(String name) {
        var format = Exchange.of(context).format().orElseThrow();
        context.response()
                .putHeader(
                        HttpHeaders.CONTENT_TYPE,
                        format == FileFormat.CSV ? format.mediaType() + ";charset=utf-8" : format.mediaType())
                .putHeader(
                        "Content-Disposition",
                        "attachment; filename=\"%s-%s.%s\""
                                .formatted(name, LocalDate.now(ZoneOffset.UTC), format.extension()));
    }

    private void begin(String name, Optional<Buffer> first) {
        putHeaders(name);
        context.response().setChunked(true);
        Repeat.until(Optional::isEmpty, first, chunk -> send(chunk.orElseThrow()))
                .compose(last -> context.response().end())
                .onFailure(this::cutOff);
    }

    private Future<Optional<Buffer>> send(Buffer chunk) {
        return Responses.sendPart(context, chunk).compose(sent -> file.next());
    }

    private void cutOff(Throwable failure) {
        if (!context.response().closed()) {
            LOG.warn("A file is cut off: {}", failure.getMessage());
            ClientConnection.of(context.request()).cutOff(context.response());
        }
    }
}
