package dev.registrar.gateway.launcher;

import dev.registrar.gateway.launcher.start.Start;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Function;

/** A program of others that joins the cluster of the service with verticles of its own, and none of the service. */
public final class ClusterMember {
    private ClusterMember() {}

    /**
     * Joins the cluster, configured by environment variables and system properties like a node, then starts the verticles of
     * the program. If that fails, the last line of the log says why, and the process ends with the exit code that a node would
     * have. On a signal, the verticles stop before the process leaves the cluster.
     *
     * @param start deploys the verticles; what it returns must complete within {@code verticles.start-timeout}
     */
    public static void run(Function<Vertx, Future<?>> start) {
        Start.orExplain(() -> new ClusterMemberRun(start));
    }
}
