package dev.registrar.course;

import dev.registrar.resource.ResourceService;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Serves {@code courses} and {@code course_terms} on the event bus, and keeps the ends of browser sessions. */
public final class CourseVerticle extends AbstractVerticle {
    /** Its tables. */
    public static final Schema SCHEMA = new Schema("course", ResourceTypes.of(Courses.TYPE, CourseTerms.TYPE));

    private ResourceService service;

    @Override
    public void start(Promise<Void> started) {
        ResourceService.open(vertx, config(), SCHEMA)
                .onSuccess(opened -> service = opened)
                .compose(opened -> Future.all(
                        opened.offer(Courses.TYPE), opened.offer(CourseTerms.TYPE), opened.offerEndedSessions()))
                .<Void>mapEmpty()
                .onComplete(started);
    }

    @Override
    public void stop(Promise<Void> stopped) {
        service.stop().onComplete(stopped);
    }
}
