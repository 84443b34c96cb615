package dev.registrar.testing.document;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * An immutable request document, built member by member:
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

    /** Returns a document that creates a resource of this type. */
    public static Document of(String type) {
        return new Document(new JsonObject().put("data", new JsonObject().put("type", type)));
    }

    /** Returns a document that changes this resource. */
    public static Document of(String type, String id) {
        return new Document(new JsonObject().put("data", identifier(type, id)));
    }

    /** Returns the linkage of a to-one relationship; it is also the document for the relationship's URL. */
    public static Document linkage(String type, String id) {
        return new Document(new JsonObject().put("data", identifier(type, id)));
    }

    /** Returns the linkage of a to-many relationship; it is also the document for the relationship's URL. */
    public static Document linkage(String type, List<String> ids) {
        var identifiers = new JsonArray();
        ids.forEach(id -> identifiers.add(identifier(type, id)));
        return new Document(new JsonObject().put("data", identifiers));
    }

    /** Returns the linkage of an empty to-one relationship. */
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
     * Adds a relationship.
     *
     * @param linkage a document that consists of linkage only
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

    /** Returns the document in the form that verticles send. */
    public JsonObject json() {
        return members.copy();
    }

    /** Returns the document in the form that HTTP clients send. */
    @Override
    public String toString() {
        return members.encode();
    }
}
