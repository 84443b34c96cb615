package dev.registrar.course;

import dev.registrar.resource.ResourceService;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Serves {@code courses} and {@code course_terms} on the event bus. */
public final class CourseVerticle extends AbstractVerticle {
    private static final String SCHEMA = "course";

    private ResourceService service;

    @Override
    public void start(Promise<Void> started) {
        ResourceService.open(vertx, config(), SCHEMA, ResourceTypes.of(Courses.TYPE, CourseTerms.TYPE))
                .onSuccess(opened -> service = opened)
                .compose(opened -> Future.all(opened.offer(Courses.TYPE), opened.offer(CourseTerms.TYPE)))
                .<Void>mapEmpty()
                .onComplete(started);
    }

    @Override
    public void stop(Promise<Void> stopped) {
        service.stop().onComplete(stopped);
    }
}
