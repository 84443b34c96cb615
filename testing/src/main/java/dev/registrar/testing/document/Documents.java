package dev.registrar.testing.document;

/** Creates the request documents that tests need most. */
public final class Documents {
    private Documents() {}

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
