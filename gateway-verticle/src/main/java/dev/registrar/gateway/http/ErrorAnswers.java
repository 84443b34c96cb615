package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.BODY_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.INTERNAL_ERROR;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.resource.bus.RefusedException;
import dev.registrar.resource.document.Json;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.ErrorsDocument;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever failed into an answer with a JSON:API errors document: the one place that does. */
public final class ErrorAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswers.class);

    private ErrorAnswers() {}

    /** Answers every failure on this router, the root router. */
    public static void install(Router router) {
        IntStream.range(400, 600).forEach(status -> router.errorHandler(status, ErrorAnswers::answer));
    }

    private static void answer(RoutingContext context) {
        if (context.response().ended()) {
            return;
        }
        if (RequestId.of(context).isEmpty()) {
            prepare(context);
        }
        if (context.failure() instanceof RefusedException refused) {
            putRetryAfter(context, codeOf(refused));
            Answer.document(context, refused.status(), refused.errorsDocument());
        } else {
            var fault = faultOf(context);
            putRetryAfter(context, Optional.of(fault.errors().get(0).code()));
            Answer.document(context, fault.status(), ErrorsDocument.of(fault.errors(), RequestId.of(context)));
        }
    }

    /** Vert.x refuses some requests, as those with an impossible Host, before any handler has seen them. */
    private static void prepare(RoutingContext context) {
        RequestId.assign(context);
        CommonHeaders.putOn(context.response());
    }

    private static Optional<ErrorCode> codeOf(RefusedException refused) {
        return ErrorCode.named(
                Json.read(refused.errorsDocument()).at("/errors/0/code").asText());
    }

    private static void putRetryAfter(RoutingContext context, Optional<ErrorCode> code) {
        code.map(ErrorCode::retryAfterSeconds)
                .orElseGet(OptionalInt::empty)
                .ifPresent(seconds -> context.response().putHeader(HttpHeaders.RETRY_AFTER, Integer.toString(seconds)));
    }

    private static JsonApiException faultOf(RoutingContext context) {
        return context.failure() instanceof JsonApiException fault
                ? fault
                : faultOfToolkit(context).asException();
    }

    /** Vert.x itself fails a request with a status: an unknown path, a URI it cannot decode, a body over the limit. */
    private static JsonApiError faultOfToolkit(RoutingContext context) {
        var status = context.statusCode();
        if (status == 404) {
            return NOT_FOUND.because(
                    "There is nothing at %s.".formatted(context.request().path()));
        }
        if (status == 413) {
            return BODY_TOO_LARGE.because("The body is larger than this service accepts.");
        }
        if (status >= 400 && status < 500) {
            return MALFORMED_REQUEST.because("The request line, the headers or the query string cannot be decoded.");
        }
        LOG.error("Request {} failed", RequestId.of(context), context.failure());
        return INTERNAL_ERROR.because("The request failed; the log tells why under its id.");
    }
}
