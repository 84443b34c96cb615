package dev.registrar.course;

import dev.registrar.resource.ResourceService;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Serves {@code courses} and {@code course_terms} on the event bus. */
public final class CourseVerticle extends AbstractVerticle {
    private static final String SCHEMA = "course";

    @Override
    public void start(Promise<Void> started) {
        ResourceService.open(vertx, config(), SCHEMA, ResourceTypes.of(Courses.TYPE, CourseTerms.TYPE))
                .compose(service -> Future.all(service.offer(Courses.TYPE), service.offer(CourseTerms.TYPE)))
                .<Void>mapEmpty()
                .onComplete(started);
    }
}
