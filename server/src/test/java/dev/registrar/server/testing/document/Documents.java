package dev.registrar.server.testing.document;

import java.util.concurrent.atomic.AtomicInteger;

/** Creates the request documents that tests need most. */
public final class Documents {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Documents() {}

    /** Returns a text that is unique in this JVM. */
    public static String unique(String prefix) {
        return prefix + NEXT.incrementAndGet();
    }

    public static Document course(String identifier, String name) {
        return Document.of("courses").attribute("course_identifier", identifier).attribute("course_name", name);
    }

    public static Document term(String identifier, String courseId) {
        return Document.of("course_terms")
                .attribute("term_identifier", identifier)
                .relationship("course", Document.linkage("courses", courseId));
    }

    public static Document registration(String uni, String courseId) {
        return Document.of("registrations")
                .attribute("uni", uni)
                .attribute("enrollment", "requested")
                .relationship("courses", Document.linkage("courses", courseId));
    }
}
