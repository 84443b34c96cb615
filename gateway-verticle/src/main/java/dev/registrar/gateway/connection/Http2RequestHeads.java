package dev.registrar.gateway.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;

/**
 * Checks the heads of HTTP/2 requests before Vert.x does. Vert.x accepts some that are malformed by RFC 9113 (8.2.1 and
 * 8.3), and closes the whole connection because of others. This class resets only the stream of a malformed request.
 */
final class Http2RequestHeads extends Http2FrameListenerDecorator {
    private static final int VALID = -1;

    /** Method, scheme, authority and path (RFC 9113, 8.3.1). */
    private static final int PSEUDO_FIELDS = 4;

    Http2RequestHeads(Http2FrameListener toolkit) {
        super(toolkit);
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean isLast)
            throws Http2Exception {
        requireWellFormed(stream, headers);
        super.onHeadersRead(context, stream, bounded(headers), padding, isLast);
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context,
            int stream,
            Http2Headers headers,
            int dependency,
            short weight,
            boolean isExclusive,
            int padding,
            boolean isLast)
            throws Http2Exception {
        requireWellFormed(stream, headers);
        super.onHeadersRead(context, stream, bounded(headers), dependency, weight, isExclusive, padding, isLast);
    }

    /**
     * Returns the headers, or the first ones of too many: one more than the gateway accepts, so that it rejects the
     * request.
     */
    private static Http2Headers bounded(Http2Headers headers) {
        var most = ConnectionLimits.HEADER_FIELDS + PSEUDO_FIELDS + 1;
        if (headers.size() <= most) {
            return headers;
        }
        var first = new DefaultHttp2Headers();
        headers.forEach(field -> {
            if (first.size() < most) {
                first.add(field.getKey(), field.getValue());
            }
        });
        return first;
    }

    private static void requireWellFormed(int stream, Http2Headers headers) throws Http2Exception {
        for (var field : headers) {
            require(isName(field.getKey()) && isValue(field.getValue()), stream, "field");
        }
        require(headers.method() == null || isToken(headers.method()), stream, "method");
        require(headers.path() == null || isPath(headers), stream, "path");
        require(
                headers.authority() != null
                        || headers.getAll(HttpHeaderNames.HOST).size() <= 1,
                stream,
                "authority");
    }

    private static void require(boolean condition, int stream, String part) throws Http2Exception {
        if (!condition) {
            throw Http2Exception.streamError(stream, Http2Error.PROTOCOL_ERROR, "Malformed %s of a request", part);
        }
    }

    /** Without the colon of a pseudo-header field, which is not part of a token. */
    private static boolean isName(CharSequence name) {
        return isToken(Http2Headers.PseudoHeaderName.isPseudoHeader(name) ? name.subSequence(1, name.length()) : name);
    }

    private static boolean isToken(CharSequence text) {
        return text.length() > 0 && HttpHeaderValidationUtil.validateToken(text) == VALID;
    }

    private static boolean isValue(CharSequence value) {
        return value.length() == 0 || (isFieldValue(value) && !isWhiteSpace(value.charAt(value.length() - 1)));
    }

    private static boolean isFieldValue(CharSequence value) {
        return HttpHeaderValidationUtil.validateValidHeaderValue(value) == VALID;
    }

    private static boolean isWhiteSpace(char character) {
        return character == ' ' || character == '\t';
    }

    /** The asterisk stands for the whole server (RFC 9113, 8.3.1). */
    private static boolean isPath(Http2Headers headers) {
        return headers.path().length() > 0
                && (headers.path().charAt(0) == '/' || headers.path().toString().equals("*"));
    }
}
