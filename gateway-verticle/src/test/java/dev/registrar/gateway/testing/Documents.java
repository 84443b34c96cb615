package dev.registrar.gateway.testing;

import java.util.concurrent.atomic.AtomicInteger;

/** Request documents that tests send. */
public final class Documents {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Documents() {}

    /** A text that no other test has. */
    public static String unique(String prefix) {
        return prefix + NEXT.incrementAndGet();
    }

    public static String course(String identifier, String name) {
        return """
            {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "%s"}}}""".formatted(identifier, name);
    }

    public static String term(String identifier, String courseId) {
        return """
            {"data": {"type": "course_terms", "attributes": {"term_identifier": "%s"},
              "relationships": {"course": {"data": {"type": "courses", "id": "%s"}}}}}""".formatted(identifier, courseId);
    }

    public static String registration(String uni, String courseId) {
        return """
            {"data": {"type": "registrations", "attributes": {"uni": "%s", "enrollment": "requested"},
              "relationships": {"courses": {"data": {"type": "courses", "id": "%s"}}}}}""".formatted(uni, courseId);
    }

    /** A change of some attributes, given as the members of a JSON object. */
    public static String change(String type, String id, String attributes) {
        return """
            {"data": {"type": "%s", "id": "%s", "attributes": {%s}}}""".formatted(type, id, attributes);
    }
}
