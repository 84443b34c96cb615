package dev.registrar.course;

import dev.registrar.resource.ResourceService;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.events.EventProcesses;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;

/** Serves {@code courses} and {@code course_terms} on the event bus, and stores ended browser sessions. */
public final class CourseVerticle extends ResourceVerticle {
    /** Its schema. */
    public static final Schema SCHEMA = new Schema("course", ResourceTypes.of(Courses.TYPE, CourseTerms.TYPE));

    public CourseVerticle() {
        super(SCHEMA, EventProcesses.ALL);
    }

    /**
     * The table of ended sessions is in the schema {@code course} because gateways have no database, and a schema for
     * this one table would need an owner, migrations, rights and a health check too.
     */
    @Override
    protected Future<Void> offer(ResourceService opened) {
        return Future.all(super.offer(opened), opened.offerEndedSessions()).mapEmpty();
    }
}
