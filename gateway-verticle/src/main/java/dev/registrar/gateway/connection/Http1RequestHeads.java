package dev.registrar.gateway.connection;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the heads of HTTP/1.1 requests before Vert.x does, because Vert.x treats some of them differently from RFC
 * 9112.
 */
@Sharable
final class Http1RequestHeads extends ChannelInboundHandlerAdapter {
    private static final Pattern ABSOLUTE_FORM = Pattern.compile("(?is)https?://([^/?#]*)(.*)");

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request && request.decoderResult().isSuccess()) {
            try {
                examine(request);
            } catch (TooLongHttpHeaderException tooManyFields) {
                request.setDecoderResult(DecoderResult.failure(tooManyFields));
            }
        }
        context.fireChannelRead(message);
    }

    private static void examine(HttpRequest request) {
        if (!isSupported(request.protocolVersion())) {
            request.setProtocolVersion(HttpVersion.HTTP_1_1)
                    .setDecoderResult(DecoderResult.failure(new UnsupportedVersionException()));
        } else if (request.headers().contains("")) {
            reject(request, "A header without a name");
        } else if (!request.uri().startsWith("/")) {
            examineTarget(request);
        }
    }

    private static void reject(HttpRequest request, String reason) {
        request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(reason)));
    }

    /** By identity, as in Vert.x, because names of versions are case-sensitive (RFC 9112, 2.3). */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSupported(HttpVersion version) {
        return version == HttpVersion.HTTP_1_1 || version == HttpVersion.HTTP_1_0;
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
}
