package dev.registrar.gateway.http.transfer;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorCode.UNSUPPORTED_MEDIA_TYPE;
import static dev.registrar.resource.error.ErrorSource.header;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.gateway.http.exchange.MediaRange;
import dev.registrar.gateway.http.exchange.MediaTypeHandler;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.bus.RequestReader;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.bus.stream.ChunkSource;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Offers the body of a request, a file to import, to the verticle of its resource type, chunk by chunk as it arrives.
 *
 * @param types the names of the resource types that can be imported
 */
public record ImportUpload(ResourceClient verticles, List<String> types) {
    private static final String RESOURCE_TYPE = "resource_type";
    private static final String UTF_8 = "utf-8";

    /** How long the verticle may ask for nothing, and how long it may take after the last chunk. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    /** How long its reply may take when it asks for no further chunk. */
    private static final Duration REPLY = Duration.ofSeconds(2);

    /**
     * Sends the file, and receives the reply of the verticle.
     *
     * @param request everything but the file
     */
    public Future<ResourceReply> send(RoutingContext context, ResourceRequest request) {
        var type = typeIn(request.query());
        var format = formatOf(context);
        var body = new UploadedBody(context);
        return ChunkSource.open(context.vertx(), body::next, IDLE)
                .compose(source -> reply(
                                context,
                                source,
                                verticles.send(
                                        type,
                                        request.ofFile(
                                                format, source.address(), Deadline.in(RequestReader.LONGEST_UPLOAD))))
                        .onComplete(replied -> source.close()))
                .onComplete(replied -> body.end());
    }

    /** The reply; fails when the verticle neither asks for the rest of the file nor replies. */
    private static Future<ResourceReply> reply(
            RoutingContext context, ChunkSource source, Future<ResourceReply> expected) {
        var reply = Promise.<ResourceReply>promise();
        expected.onSuccess(reply::tryComplete).onFailure(reply::tryFail);
        source.ended()
                .onComplete(end -> context.vertx()
                        .setTimer(
                                (end.succeeded() ? IDLE : REPLY).toMillis(),
                                silent -> reply.tryFail(SERVICE_UNAVAILABLE
                                        .because("The file could not be stored in time; send it again.")
                                        .asException())));
        return reply.future();
    }

    private String typeIn(Map<String, List<String>> query) {
        var given = query.getOrDefault(RESOURCE_TYPE, List.of("")).get(0);
        if (!types.contains(given)) {
            throw MALFORMED_PARAMETER
                    .at(
                            parameter(RESOURCE_TYPE),
                            "%s \"%s\" cannot be imported; %s"
                                    .formatted(
                                            RESOURCE_TYPE,
                                            Excerpt.of(given),
                                            Misspelling.remedy(given, types, "the types that can be imported")))
                    .asException();
        }
        return given;
    }

    private static FileFormat formatOf(RoutingContext context) {
        MediaTypeHandler.requireNoContentCoding(context);
        return formatOf(context.request())
                .orElseThrow(() -> UNSUPPORTED_MEDIA_TYPE
                        .at(
                                header("Content-Type"),
                                "The file must be %s, in UTF-8.".formatted(String.join(" or ", FileFormat.MEDIA_TYPES)))
                        .asException());
    }

    private static Optional<FileFormat> formatOf(HttpServerRequest request) {
        var given = request.getHeader(HttpHeaders.CONTENT_TYPE);
        return MediaRange.parse(given == null ? "" : given).stream()
                .filter(type -> type.parameters().getOrDefault("charset", UTF_8).equalsIgnoreCase(UTF_8))
                .findFirst()
                .flatMap(type -> FileFormat.ofMediaType(type.type()));
    }
}
