package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.REQUEST_TIMEOUT;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.Duration;

/** Reads the body of a request, which may be so large and take so long. */
final class RequestBody implements Handler<RoutingContext> {
    private final BodyHandler reader;
    private final Duration timeout;

    RequestBody(HttpSettings settings) {
        reader = BodyHandler.create(false).setBodyLimit(settings.maxBodySize());
        timeout = settings.requestTimeout();
    }

    @Override
    public void handle(RoutingContext context) {
        if (hasBody(context.request())) {
            var timer = context.vertx().setTimer(timeout.toMillis(), late -> refuse(context));
            context.request().end().onComplete(ended -> context.vertx().cancelTimer(timer));
        }
        reader.handle(context);
    }

    private static boolean hasBody(HttpServerRequest request) {
        return isHttp2(request)
                || request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    /** Nothing more is read from the connection: what comes may be the rest of this request. */
    private static void refuse(RoutingContext context) {
        if (!isHttp2(context.request())) {
            context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            context.addEndHandler(sent -> context.vertx()
                    .runOnContext(now -> context.request().connection().close()));
        }
        context.fail(REQUEST_TIMEOUT
                .because("The body did not arrive in time; send it again.")
                .asException());
    }

    private static boolean isHttp2(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2;
    }
}
