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
        return collection(type) + id + "/";
    }

    /** The relationship URL, at which the linkage is read and changed. */
    String relationship(ResourceType type, UUID id, Relationship relationship) {
        return item(type, id) + "relationships/" + relationship.name();
    }

    /** The related URL, at which the resources on the other side are read. */
    public String related(ResourceType type, UUID id, Relationship relationship) {
        return item(type, id) + relationship.name() + "/";
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

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
