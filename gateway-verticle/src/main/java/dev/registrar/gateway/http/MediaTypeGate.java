package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.NOT_ACCEPTABLE;
import static dev.registrar.resource.error.ErrorCode.UNSUPPORTED_MEDIA_TYPE;
import static dev.registrar.resource.error.ErrorSource.header;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.MIMEHeader;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.PlatformHandler;
import java.util.List;
import java.util.Set;

/**
 * Content negotiation (JSON:API 1.0 and 1.1, "Content Negotiation"). Documents are {@code application/vnd.api+json};
 * {@code application/json} is accepted in requests, and sent to clients that accept nothing better.
 */
final class MediaTypeGate implements PlatformHandler {
    static final String JSON_API = "application/vnd.api+json";

    private static final String JSON = "application/json";
    private static final String ANSWER_TYPE = MediaTypeGate.class.getName();

    /** Profiles may be ignored; extensions and all else may not. */
    private static final Set<String> IGNORED_PARAMETERS = Set.of("profile", "q");

    @Override
    public void handle(RoutingContext context) {
        var answerType = answerTypeFor(context.parsedHeaders().accept());
        if (answerType == null) {
            context.fail(NOT_ACCEPTABLE
                    .at(header("Accept"), "Answers are %s, without media type parameters.".formatted(JSON_API))
                    .asException());
        } else if (MethodGate.operationOf(context).takesDocument() && !isDocument(context)) {
            context.fail(UNSUPPORTED_MEDIA_TYPE
                    .at(
                            header("Content-Type"),
                            "The body must be %s, without media type parameters.".formatted(JSON_API))
                    .asException());
        } else {
            context.put(ANSWER_TYPE, answerType);
            context.next();
        }
    }

    /** The media type of the answer; that of JSON:API where negotiation did not come to a result. */
    static String answerTypeOf(RoutingContext context) {
        return context.<String>get(ANSWER_TYPE, JSON_API);
    }

    private static boolean isDocument(RoutingContext context) {
        if (context.request().getHeader(HttpHeaders.CONTENT_TYPE) == null) {
            return false;
        }
        var type = context.parsedHeaders().contentType();
        return isJson(type) || (isJsonApi(type) && hasNoParameters(type));
    }

    private static String answerTypeFor(List<MIMEHeader> accepted) {
        if (accepted.isEmpty()) {
            return JSON_API;
        }
        var acceptable = accepted.stream().filter(type -> type.weight() > 0).toList();
        if (acceptable.stream().anyMatch(type -> (isJsonApi(type) && hasNoParameters(type)) || isWildcard(type))) {
            return JSON_API;
        }
        return acceptable.stream().anyMatch(MediaTypeGate::isJson) ? JSON : null;
    }

    private static boolean isJsonApi(MIMEHeader type) {
        return type.value().equalsIgnoreCase(JSON_API);
    }

    private static boolean isJson(MIMEHeader type) {
        return type.value().equalsIgnoreCase(JSON);
    }

    private static boolean isWildcard(MIMEHeader type) {
        return type.value().equals("*/*") || type.value().equals("application/*");
    }

    private static boolean hasNoParameters(MIMEHeader type) {
        return IGNORED_PARAMETERS.containsAll(type.parameters().keySet());
    }
}
