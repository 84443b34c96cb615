package dev.registrar.resource.bus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;

/** The document of a request. */
public final class RequestDocument {
    private final JsonNode tree;
    private String canonicalText;

    public RequestDocument(JsonNode tree) {
        this.tree = tree;
    }

    public JsonNode tree() {
        return tree;
    }

    /** A text that is the same for documents that differ in the order of members alone. */
    public String canonicalText() {
        if (canonicalText == null) {
            prepareCanonicalText();
        }
        return canonicalText;
    }

    /** Makes it where the document is read: that of a large one takes long. */
    void prepareCanonicalText() {
        canonicalText = Json.canonical(tree);
    }
}
