package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpUtils;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes HTTP/1.1 as Vert.x does, but checks the heads of requests by RFC 9112, and rejects two things while they
 * arrive: too many header fields, each of which needs up to forty times the bytes that the client sends for it; and
 * sizes of chunks surrounded by white space (RFC 9112, 7.1), which other servers may read differently.
 *
 * <p>Uses internals of Vert.x 4, the type and the checks of its headers, so that Vert.x need not copy them.
 */
final class RequestDecoder extends HttpRequestDecoder {
    /** More digits are an error of Netty's. */
    private static final Pattern CHUNK_SIZE = Pattern.compile("(\\p{XDigit}{1,15})([ \t]*;.*)?\r?", Pattern.DOTALL);

    private static final Pattern ABSOLUTE_FORM = Pattern.compile("(?is)https?://([^/?#]*)(.*)");

    private boolean isChunked;
    private long restOfChunk;
    private boolean isBroken;

    RequestDecoder(HttpServerOptions options) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(options.getMaxInitialLineLength())
                .setMaxHeaderSize(options.getMaxHeaderSize())
                .setMaxChunkSize(options.getMaxChunkSize())
                .setInitialBufferSize(options.getDecoderInitialBufferSize())
                .setHeadersFactory(new LimitedHeaders())
                .setTrailersFactory(new LimitedHeaders()));
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> messages) throws Exception {
        if (isChunked && restOfChunk == 0) {
            beginChunk(bytes, messages);
        }
        if (isBroken) {
            bytes.skipBytes(bytes.readableBytes());
        } else {
            super.decode(context, bytes, messages);
            messages.forEach(this::follow);
        }
    }

    private void follow(Object message) {
        if (message instanceof HttpRequest request) {
            isChunked = HttpUtil.isTransferEncodingChunked(request);
            if (request.decoderResult().isSuccess()) {
                examineHead(request);
            }
        } else if (isChunked && message instanceof HttpContent part) {
            restOfChunk -= part.content().readableBytes();
        }
    }

    /**
     * Reads the size of the next chunk if it has arrived completely. The line break at the end of the previous one may
     * come first.
     */
    private void beginChunk(ByteBuf bytes, List<Object> messages) {
        var length = bytes.bytesBefore((byte) '\n');
        if (length < 0 || bytes.getByte(bytes.readerIndex()) == '\r') {
            return;
        }
        var size = CHUNK_SIZE.matcher(bytes.toString(bytes.readerIndex(), length, StandardCharsets.ISO_8859_1));
        if (size.matches()) {
            restOfChunk = Long.parseLong(size.group(1), 16);
            isChunked = restOfChunk > 0;
        } else {
            isBroken = true;
            var malformed = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER);
            malformed.setDecoderResult(DecoderResult.failure(new NumberFormatException("Malformed size of a chunk")));
            messages.add(malformed);
        }
    }

    private static void examineHead(HttpRequest request) {
        try {
            examine(request);
        } catch (TooLongHttpHeaderException tooManyFields) {
            request.setDecoderResult(DecoderResult.failure(tooManyFields));
        }
    }

    private static void examine(HttpRequest request) {
        if (!isSupported(request.protocolVersion())) {
            request.setProtocolVersion(HttpVersion.HTTP_1_1)
                    .setDecoderResult(
                            DecoderResult.failure(new ProtocolException("This version of HTTP is not supported")));
        } else if (request.headers().contains("")) {
            reject(request, "A header without a name");
        } else if (!request.uri().startsWith("/")) {
            examineTarget(request);
        }
    }

    private static void reject(HttpRequest request, String reason) {
        request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(reason)));
    }

    private static boolean isSupported(HttpVersion version) {
        return version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0);
    }

    /** Vert.x would take the path from the URL of any scheme. */
    private static void examineTarget(HttpRequest request) {
        var target = ABSOLUTE_FORM.matcher(request.uri());
        if (target.matches()) {
            takeAuthorityFromTarget(request, target);
        } else if (!isFormOfMethod(request)) {
            reject(request, "A target that is neither a path nor a URL of HTTP");
        }
    }

    /** The authority form and the asterisk belong to one method each (RFC 9112, 3.2.3 and 3.2.4). */
    private static boolean isFormOfMethod(HttpRequest request) {
        return request.method().equals(HttpMethod.CONNECT)
                || (request.method().equals(HttpMethod.OPTIONS) && request.uri().equals("*"));
    }

    /** A target in absolute form overrides the Host header (RFC 9112, 3.2.2); that header must be present too. */
    private static void takeAuthorityFromTarget(HttpRequest request, Matcher target) {
        var headers = request.headers();
        if (headers.getAll(HttpHeaderNames.HOST).size() == 1) {
            headers.set(HttpHeaderNames.HOST, target.group(1));
            request.setUri(target.group(2).startsWith("/") ? target.group(2) : "/" + target.group(2));
        }
    }

    private static final class LimitedHeaders implements HttpHeadersFactory {
        @Override
        public HttpHeaders newHeaders() {
            var fields = new AtomicInteger();
            return new HeadersMultiMap((name, value) -> {
                HttpUtils.validateHeader(name, value);
                if (fields.incrementAndGet() > ConnectionLimits.HEADER_FIELDS) {
                    throw new TooLongHttpHeaderException(
                            "More than %s header fields".formatted(ConnectionLimits.HEADER_FIELDS));
                }
            });
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
            return newHeaders();
        }
    }
}
