package dev.registrar.gateway.http.exchange;

import static dev.registrar.resource.document.JsonApi.CURSOR_PAGINATION_PROFILE;
import static dev.registrar.resource.error.ErrorCode.NOT_ACCEPTABLE;
import static dev.registrar.resource.error.ErrorCode.UNSUPPORTED_MEDIA_TYPE;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Content negotiation (JSON:API 1.0 and 1.1, "Content Negotiation"). Documents are {@code application/vnd.api+json};
 * {@code application/json} is accepted in requests and sent to clients that prefer it. No extension is supported, and
 * one profile: cursor pagination. A URL may offer more media types to clients that prefer them.
 */
public final class MediaTypeHandler implements Handler<RoutingContext> {
    private static final String JSON = "application/json";
    private static final String CHARSET = "charset";
    private static final String UTF_8 = "utf-8";
    private static final String IDENTITY = "identity";
    private static final String EXTENSIONS = "ext";
    private static final String PROFILES = "profile";

    /** The media types of responses; the first one of those with the greatest weight is sent. */
    private final List<String> offered;

    public MediaTypeHandler() {
        this(List.of());
    }

    /** Creates a handler for a URL whose responses can also have other media types than those of documents. */
    public MediaTypeHandler(List<String> others) {
        offered = Stream.concat(Stream.of(JsonApi.MEDIA_TYPE, JSON), others.stream())
                .toList();
    }

    @Override
    public void handle(RoutingContext context) {
        var accepted = MediaRange.parse(
                Exchange.listHeader(context.request(), HttpHeaders.ACCEPT).orElse(""));
        var chosen = responseType(accepted).orElseThrow(this::notAcceptable);
        var exchange = Exchange.of(context);
        if (exchange.takesDocument()) {
            requireDocument(context);
        }
        exchange.setNegotiated(chosen, chosen.equals(JSON) ? JSON : JsonApi.MEDIA_TYPE, asksForCursors(accepted));
        context.next();
    }

    private JsonApiException notAcceptable() {
        return NOT_ACCEPTABLE
                .at(
                        header("Accept"),
                        "Responses are %s, with no extension and no parameter other than a profile, or %s."
                                .formatted(JsonApi.MEDIA_TYPE, String.join(", ", offered.subList(1, offered.size()))))
                .asException();
    }

    private static void requireDocument(RoutingContext context) {
        requireNoContentCoding(context);
        if (!isDocument(context)) {
            throw UNSUPPORTED_MEDIA_TYPE
                    .at(
                            header("Content-Type"),
                            "The body must be %s, with no extension and no parameter other than a profile, or %s in UTF-8."
                                    .formatted(JsonApi.MEDIA_TYPE, JSON))
                    .asException();
        }
    }

    /** Rejects a body that is compressed. */
    public static void requireNoContentCoding(RoutingContext context) {
        if (hasContentCoding(context)) {
            context.response().putHeader(HttpHeaders.ACCEPT_ENCODING, IDENTITY);
            throw UNSUPPORTED_MEDIA_TYPE
                    .at(header("Content-Encoding"), "The body must not be compressed or have any other content coding.")
                    .asException();
        }
    }

    private static boolean asksForCursors(List<MediaRange> accepted) {
        for (var range : accepted) {
            var profiles = isJsonApi(range) ? range.parameters().get(PROFILES) : null;
            if (profiles != null && List.of(profiles.split(" ", -1)).contains(CURSOR_PAGINATION_PROFILE)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the body has a content coding (RFC 9110, 8.4); this service supports none in requests. */
    private static boolean hasContentCoding(RoutingContext context) {
        return context.request().headers().getAll(HttpHeaders.CONTENT_ENCODING).stream()
                .anyMatch(codings -> !codings.isBlank() && !codings.trim().equalsIgnoreCase(IDENTITY));
    }

    private static boolean isDocument(RoutingContext context) {
        var given = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
        var types = given == null ? List.<MediaRange>of() : MediaRange.parse(given);
        return types.size() == 1
                && (isJson(types.get(0))
                        || (isJsonApi(types.get(0))
                                && isUnderstood(types.get(0))
                                && !types.get(0).isWeighted()));
    }

    /** Returns the preferred one of the offered media types; empty if none is acceptable. */
    private Optional<String> responseType(List<MediaRange> accepted) {
        if (accepted.isEmpty()) {
            return Optional.of(JsonApi.MEDIA_TYPE);
        }
        List<MediaRange> understood = new ArrayList<>(accepted);
        if (understood.removeIf(range -> isJsonApi(range) && !isUnderstood(range))
                && understood.stream().noneMatch(MediaTypeHandler::isJsonApi)) {
            return Optional.empty();
        }
        Optional<String> preferred = Optional.empty();
        var greatest = 0.0;
        for (var type : offered) {
            var weight = weightOf(type, understood);
            if (weight > greatest) {
                greatest = weight;
                preferred = Optional.of(type);
            }
        }
        return preferred;
    }

    /** Returns the weight of the most specific range that includes a media type; 0 if none does. */
    private static double weightOf(String mediaType, List<MediaRange> accepted) {
        var wholeType = mediaType.substring(0, mediaType.indexOf('/')) + "/*";
        for (var type : List.of(mediaType, wholeType, "*/*")) {
            var weight = -1.0;
            for (var range : accepted) {
                weight = range.type().equals(type) ? Math.max(weight, range.weight()) : weight;
            }
            if (weight >= 0) {
                return weight;
            }
        }
        return 0;
    }

    /**
     * Plain JSON has no parameters, and parameters that are sent have no meaning, except for a charset (RFC 8259, 8.1).
     */
    private static boolean isJson(MediaRange range) {
        return range.type().equals(JSON)
                && range.parameters().getOrDefault(CHARSET, UTF_8).equalsIgnoreCase(UTF_8);
    }

    private static boolean isJsonApi(MediaRange range) {
        return range.type().equals(JsonApi.MEDIA_TYPE);
    }

    /** Profiles may be ignored; extensions and all other parameters may not. */
    private static boolean isUnderstood(MediaRange range) {
        return range.parameters().getOrDefault(EXTENSIONS, "").isBlank()
                && Set.of(EXTENSIONS, PROFILES).containsAll(range.parameters().keySet());
    }
}
