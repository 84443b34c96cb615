package dev.registrar.course;

import dev.registrar.events.EventProcesses;
import dev.registrar.platform.session.SessionService;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.VerticleProcess.Running;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import java.util.stream.Stream;

/**
 * Serves {@code courses} and {@code course_terms} on the event bus, and stores browser sessions, which have nothing to
 * do with courses. Another resource verticle needs nothing but its schema and {@link EventProcesses#ALL}.
 */
public final class CourseVerticle extends ResourceVerticle {
    /** Its schema. */
    public static final Schema SCHEMA = new Schema("course", 2, ResourceTypes.of(Courses.TYPE, CourseTerms.TYPE));

    public CourseVerticle() {
        super(
                SCHEMA,
                Stream.concat(EventProcesses.ALL.stream(), Stream.of(CourseVerticle::storeSessions))
                        .toList());
    }

    /**
     * Gateways have no database, so one of the other roles stores their sessions; a verticle of its own would need
     * connections of its own.
     */
    private static Future<Running> storeSessions(ResourceService service) {
        return new SessionService(service.vertx(), service.reading(), service.background())
                .start()
                .map(consumer -> timeout -> consumer.unregister());
    }
}
