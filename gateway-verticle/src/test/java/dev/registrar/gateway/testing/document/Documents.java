package dev.registrar.gateway.testing.document;

import java.util.concurrent.atomic.AtomicInteger;

/** Request documents that tests send. */
public final class Documents {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Documents() {}

    /** A text that no other test has. */
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
