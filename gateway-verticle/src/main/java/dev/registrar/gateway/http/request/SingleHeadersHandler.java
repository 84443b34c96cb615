package dev.registrar.gateway.http.request;

import static dev.registrar.resource.error.ErrorCode.REPEATED_HEADER;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.authentication.session.Sessions;
import dev.registrar.resource.idempotency.IdempotencyKey;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rejects requests that repeat a header that may be sent only once, because the service and a proxy in front of it
 * could each use a different one (RFC 9110, 5.3 and 7.2).
 */
public final class SingleHeadersHandler implements Handler<RoutingContext> {
    private static final List<CharSequence> HEADERS = Stream.of(
                    "Host", "Authorization", "Content-Type", "Origin", IdempotencyKey.HEADER, Sessions.CSRF_HEADER)
            .map(HttpHeaders::createOptimized)
            .toList();

    @Override
    public void handle(RoutingContext context) {
        for (var name : HEADERS) {
            if (context.request().headers().getAll(name).size() > 1) {
                context.fail(REPEATED_HEADER
                        .at(header(name.toString()), "Send this header once.")
                        .asException());
                return;
            }
        }
        context.next();
    }
}
