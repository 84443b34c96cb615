package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.UUID;

/** URLs that differ only in the id of a resource; the text around the id is encoded once. */
final class UrlTemplate {
    private final String beforeId;
    private final String afterId;
    private byte[] encoded;
    private int idOffset;

    UrlTemplate(String beforeId, String afterId) {
        this.beforeId = beforeId;
        this.afterId = afterId;
    }

    /** The URL with this id. */
    String of(UUID id) {
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
