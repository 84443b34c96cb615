package dev.registrar.course;

import dev.registrar.events.EventProcesses;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;

/** Serves {@code courses} and {@code course_terms} on the event bus. */
public final class CourseVerticle extends ResourceVerticle {
    /** Its schema. */
    public static final Schema SCHEMA = new Schema("course", 1, ResourceTypes.of(Courses.TYPE, CourseTerms.TYPE));

    public CourseVerticle() {
        super(SCHEMA, EventProcesses.ALL);
    }
}
