package dev.registrar.gateway.testing.document;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A document that a client sends, immutable, built member by member:
 *
 * <pre>{@code
 * Document.of("course_terms")
 *     .attribute("term_identifier", "20243MAT2318")
 *     .relationship("course", Document.linkage("courses", course))
 * }</pre>
 */
public final class Document {
    private final JsonObject members;

    private Document(JsonObject members) {
        this.members = members;
    }

    /** The document that creates a resource. */
    public static Document of(String type) {
        return new Document(new JsonObject().put("data", new JsonObject().put("type", type)));
    }

    /** The document that changes a resource. */
    public static Document of(String type, String id) {
        return new Document(new JsonObject().put("data", identifier(type, id)));
    }

    /** The linkage of a to-one relationship, as a relationship's URL takes it too. */
    public static Document linkage(String type, String id) {
        return new Document(new JsonObject().put("data", identifier(type, id)));
    }

    /** The linkage of a to-many relationship, as a relationship's URL takes it too. */
    public static Document linkage(String type, List<String> ids) {
        var identifiers = new JsonArray();
        ids.forEach(id -> identifiers.add(identifier(type, id)));
        return new Document(new JsonObject().put("data", identifiers));
    }

    /** The linkage of a to-one relationship that leads to nothing. */
    public static Document noLinkage() {
        return new Document(new JsonObject().putNull("data"));
    }

    private static JsonObject identifier(String type, String id) {
        return new JsonObject().put("type", type).put("id", id);
    }

    public Document attribute(String name, Object value) {
        return withIn("attributes", name, value);
    }

    /**
     * With a relationship.
     *
     * @param linkage one of the documents that are linkage alone
     */
    public Document relationship(String name, Document linkage) {
        return withIn("relationships", name, linkage.members);
    }

    private Document withIn(String group, String name, Object value) {
        var changed = members.copy();
        var data = changed.getJsonObject("data");
        data.put(group, data.getJsonObject(group, new JsonObject()).put(name, value));
        return new Document(changed);
    }

    public Document withId(String id) {
        var changed = members.copy();
        changed.getJsonObject("data").put("id", id);
        return new Document(changed);
    }

    /** As verticles send it. */
    public JsonObject json() {
        return members.copy();
    }

    /** As HTTP clients send it. */
    @Override
    public String toString() {
        return members.encode();
    }
}
