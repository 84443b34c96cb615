package dev.registrar.resource;

import io.vertx.core.Future;
import java.time.Duration;

/** What a verticle runs beside its resource types for as long as it is deployed, such as the publication of events. */
@FunctionalInterface
public interface VerticleProcess {
    /**
     * Starts the process, before the verticle receives requests for its types.
     *
     * @return the started process; fails if a setting is wrong or it cannot run, then the verticle does not start
     */
    Future<Running> start(ResourceService service);

    @FunctionalInterface
    interface Running {
        /**
         * Stops it after the verticle has replied to its last request, and waits at most this long for what is in
         * progress.
         */
        Future<Void> stop(Duration timeout);
    }
}
