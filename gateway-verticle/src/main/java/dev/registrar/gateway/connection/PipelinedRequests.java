package dev.registrar.gateway.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Lets the requests of an HTTP/1.1 connection through one after the other, each when the response before it has been sent.
 * Until then nothing more is read: neither requests nor responses pile up for a client that does not read.
 */
final class PipelinedRequests extends ChannelDuplexHandler {
    private final ClientConnection client;

    /** What came with the request that is worked on, and belongs to later ones. */
    private final Queue<Object> waiting = new ArrayDeque<>();

    private boolean isBusy;

    PipelinedRequests(ClientConnection client) {
        this.client = client;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (waiting.isEmpty() && !(isBusy && message instanceof HttpRequest)) {
            pass(context, message);
        } else {
            waiting.add(message);
            context.channel().config().setAutoRead(false);
            if (message instanceof HttpRequest) {
                client.queue(1);
            }
        }
    }

    private void pass(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            isBusy = true;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        super.write(
                context,
                message,
                isEndOfResponse(message)
                        ? promise.unvoid().addListener(sent -> proceed(context, sent.isSuccess()))
                        : promise);
    }

    private static boolean isEndOfResponse(Object message) {
        return message instanceof LastHttpContent && !(message instanceof HttpResponse response && isInterim(response));
    }

    /** Such as {@code 100 Continue}. */
    private static boolean isInterim(HttpResponse response) {
        return response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    private void proceed(ChannelHandlerContext context, boolean isOpen) {
        isBusy = false;
        if (isOpen && !waiting.isEmpty()) {
            // First of all: what gets the messages may stop the reading too.
            context.channel().config().setAutoRead(true);
            passNext(context);
            context.fireChannelReadComplete();
            if (!waiting.isEmpty()) {
                context.channel().config().setAutoRead(false);
            }
        }
    }

    private void passNext(ChannelHandlerContext context) {
        while (!waiting.isEmpty() && !(isBusy && waiting.peek() instanceof HttpRequest)) {
            var message = waiting.poll();
            if (message instanceof HttpRequest) {
                client.queue(-1);
            }
            pass(context, message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        for (var message : waiting) {
            if (message instanceof HttpRequest) {
                client.queue(-1);
            }
            ReferenceCountUtil.release(message);
        }
        waiting.clear();
        context.fireChannelInactive();
    }
}
