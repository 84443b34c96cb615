package dev.registrar.resource.document.writing;

import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;

/**
 * The absolute URLs of one service.
 *
 * @param baseUrl the base URL without the version prefix and without a trailing slash
 */
public record Links(String baseUrl) {
    private static final String VERSION_PREFIX = "/v1/";

    public String collection(ResourceType type) {
        return baseUrl + VERSION_PREFIX + type.name() + "/";
    }

    public String item(ResourceType type, UUID id) {
        return items(type).of(id);
    }

    /** The related URL, at which the resources on the other side of a relationship are read. */
    public String related(ResourceType type, UUID id, Relationship relationship) {
        return related(type, relationship).of(id);
    }

    /** The URLs of the resources of a type. */
    UrlTemplate items(ResourceType type) {
        return new UrlTemplate(collection(type), "/");
    }

    /** The relationship URLs, at which the linkage is read and changed. */
    UrlTemplate relationships(ResourceType type, Relationship relationship) {
        return new UrlTemplate(collection(type), "/relationships/" + relationship.name());
    }

    /** The related URLs. */
    UrlTemplate related(ResourceType type, Relationship relationship) {
        return new UrlTemplate(collection(type), "/" + relationship.name() + "/");
    }

    /** A URL with these query parameters, percent-encoded. */
    public static String withQuery(String url, Map<String, List<String>> query) {
        if (query.isEmpty()) {
            return url;
        }
        var joined = new StringJoiner("&", url + "?", "");
        query.forEach((name, values) -> values.forEach(value -> joined.add(encode(name) + "=" + encode(value))));
        return joined.toString();
    }

    /** Percent-encodes the name or the value of a query parameter. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
