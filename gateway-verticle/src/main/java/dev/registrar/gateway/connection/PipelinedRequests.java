package dev.registrar.gateway.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Passes on the requests of an HTTP/1.1 connection one after the other, each when the response before it has been sent.
 * Nothing more is read until then, so neither requests nor responses pile up for a client that does not read.
 */
final class PipelinedRequests extends ChannelDuplexHandler {
    private final ClientConnection client;

    /** Messages that arrived with the current request and belong to later ones. */
    private final Queue<Object> waiting = new ArrayDeque<>();

    private boolean isBusy;

    private boolean isPassingMalformed;

    PipelinedRequests(ClientConnection client) {
        this.client = client;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (waiting.isEmpty() && !(isBusy && message instanceof HttpRequest)) {
            pass(context, message);
        } else {
            waiting.add(message);
            context.channel().config().setAutoRead(false);
            if (message instanceof HttpRequest) {
                client.addWaitingRequests(1);
            }
        }
    }

    private void closeWhenDone(ChannelHandlerContext context) {
        if (client.isRequestBroken() && !isBusy && waiting.isEmpty()) {
            var unused = context.close();
        }
    }

    private void pass(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            isBusy = true;
            client.beginRequest();
        }
        if (isMalformedPart(message)) {
            passMalformed(context, message);
        } else {
            context.fireChannelRead(message);
        }
    }

    /**
     * Whether this is a part of a body. A request whose head is malformed is not, and gets its response like others.
     */
    private static boolean isMalformedPart(Object message) {
        return !(message instanceof HttpRequest)
                && message instanceof HttpObject part
                && part.decoderResult().isFailure();
    }

    private void passMalformed(ChannelHandlerContext context, Object part) {
        client.setRequestBroken();
        isPassingMalformed = true;
        context.fireChannelRead(part);
        isPassingMalformed = false;
        closeWhenDone(context);
    }

    /**
     * Vert.x closes the connection when it gets a malformed part, even if the response to the request has not been
     * sent.
     */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        if (isPassingMalformed && isBusy) {
            context.channel().closeFuture().addListener(closed -> promise.trySuccess());
        } else {
            super.close(context, promise);
        }
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

    /** An interim response, such as {@code 100 Continue}, is not the end. */
    private static boolean isEndOfResponse(Object message) {
        return message instanceof LastHttpContent
                && !(message instanceof HttpResponse response
                        && response.status().codeClass() == HttpStatusClass.INFORMATIONAL);
    }

    private void proceed(ChannelHandlerContext context, boolean isOpen) {
        isBusy = false;
        if (isOpen && !waiting.isEmpty()) {
            // Not at once: responses that are sent at once would nest as deeply as a client sends requests.
            context.executor().execute(() -> continueReading(context));
        } else {
            client.awaitRequest();
            closeWhenDone(context);
        }
    }

    private void continueReading(ChannelHandlerContext context) {
        // Must come first, because the recipient of the messages may also stop the reading.
        context.channel().config().setAutoRead(true);
        passNext(context);
        context.fireChannelReadComplete();
        if (!waiting.isEmpty()) {
            context.channel().config().setAutoRead(false);
        }
        if (!isBusy) {
            client.awaitRequest();
        }
        closeWhenDone(context);
    }

    private void passNext(ChannelHandlerContext context) {
        while (!waiting.isEmpty() && !(isBusy && waiting.peek() instanceof HttpRequest)) {
            var message = waiting.poll();
            if (message instanceof HttpRequest) {
                client.addWaitingRequests(-1);
            }
            pass(context, message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        client.addWaitingRequests(-waiting.size());
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
        context.fireChannelInactive();
    }
}
