package dev.registrar.platform.database;

import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/** SQL text with the arguments of its parameters. */
public record Statement(String sql, Tuple arguments) {

    /** A duration as the argument of an interval: {@code make_interval(secs => $1)}. */
    public static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
