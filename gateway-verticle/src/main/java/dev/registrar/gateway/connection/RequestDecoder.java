package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpUtils;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Decodes HTTP/1.1 as Vert.x does, but rejects two things while they arrive: too many header fields, each of which needs up to
 * forty times the bytes that the client sends for it; and sizes of chunks surrounded by white space (RFC 9112, 7.1), which other
 * servers may read differently.
 */
final class RequestDecoder extends HttpRequestDecoder {
    /** More digits are an error of Netty's. */
    private static final Pattern CHUNK_SIZE = Pattern.compile("(\\p{XDigit}{1,15})([ \t]*;.*)?\r?", Pattern.DOTALL);

    private boolean isChunked;
    private long restOfChunk;
    private boolean isBroken;

    RequestDecoder(HttpServerOptions options) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(options.getMaxInitialLineLength())
                .setMaxHeaderSize(options.getMaxHeaderSize())
                .setMaxChunkSize(options.getMaxChunkSize())
                .setInitialBufferSize(options.getDecoderInitialBufferSize())
                .setTrailersFactory(new LimitedTrailers()));
    }

    @Override
    protected HttpMessage createMessage(String[] line) {
        return new DefaultHttpRequest(
                HttpVersion.valueOf(line[2]),
                HttpMethod.valueOf(line[0]),
                line[1],
                new HeadersMultiMap(new FieldLimit()));
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
        } else if (isChunked && message instanceof HttpContent part) {
            restOfChunk -= part.content().readableBytes();
        }
    }

    /** Reads the size of the next chunk if it has arrived completely. The line break at the end of the previous one may come first. */
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

    private static final class FieldLimit implements BiConsumer<CharSequence, CharSequence> {
        private int count;

        @Override
        public void accept(CharSequence name, CharSequence value) {
            HttpUtils.validateHeader(name, value);
            count++;
            if (count > ConnectionLimits.HEADER_FIELDS) {
                throw new TooLongHttpHeaderException(
                        "More than %s header fields".formatted(ConnectionLimits.HEADER_FIELDS));
            }
        }
    }

    private static final class LimitedTrailers implements HttpHeadersFactory {
        @Override
        public HttpHeaders newHeaders() {
            return new HeadersMultiMap(new FieldLimit());
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
            return newHeaders();
        }
    }
}
