package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import java.io.IOException;
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
        return items(type).with(id);
    }

    /** The related URL, at which the resources on the other side of a relationship are read. */
    public String related(ResourceType type, UUID id, Relationship relationship) {
        return related(type, relationship).with(id);
    }

    Template items(ResourceType type) {
        return new Template(collection(type), "/");
    }

    /** The relationship URLs, at which the linkage is read and changed. */
    Template relationships(ResourceType type, Relationship relationship) {
        return new Template(collection(type), "/relationships/" + relationship.name());
    }

    Template related(ResourceType type, Relationship relationship) {
        return new Template(collection(type), "/" + relationship.name() + "/");
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

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** URLs that differ only in the id of a resource; the text around the id is encoded once. */
    static final class Template {
        private final String beforeId;
        private final String afterId;
        private byte[] encoded;
        private int idOffset;

        Template(String beforeId, String afterId) {
            this.beforeId = beforeId;
            this.afterId = afterId;
        }

        String with(UUID id) {
            return beforeId + id + afterId;
        }

        /** Writes the URL with this id, which is in ASCII, as a JSON string. */
        void write(JsonGenerator out, byte[] id) throws IOException {
            if (encoded == null) {
                encode(id.length);
            }
            System.arraycopy(id, 0, encoded, idOffset, id.length);
            out.writeRawUTF8String(encoded, 0, encoded.length);
        }

        private void encode(int idLength) {
            var encoder = JsonStringEncoder.getInstance();
            idOffset = encoder.quoteAsUTF8(beforeId).length;
            encoded = encoder.quoteAsUTF8(beforeId + " ".repeat(idLength) + afterId);
        }
    }
}
