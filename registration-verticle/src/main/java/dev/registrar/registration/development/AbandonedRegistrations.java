package dev.registrar.registration.development;

import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Registrations that stay pending, because their enrollment is abandoned. The built-in decider decides on every
 * registration, so these are stored as another decider would have left them.
 */
public final class AbandonedRegistrations {
    private static final String INSERT = """
            INSERT INTO registration.registrations (uni, course_id, enrollment, attempts, abandoned_at, reason)
            VALUES ($1, $2, 'pending', 10, now(), 'The decider did not respond in time.')""";

    private final Vertx vertx;
    private final PgConnectOptions server;

    /**
     * Creates an instance for a database.
     *
     * @param configuration of the service
     */
    public AbandonedRegistrations(Vertx vertx, JsonObject configuration) {
        this.vertx = vertx;
        server = Settings.read(configuration, "database", DatabaseSettings.class)
                .uri()
                .connectOptions();
    }

    /** Creates a registration of each of these people for a course. */
    public Future<Void> create(UUID course, List<String> unis) {
        var registrations = unis.stream().map(uni -> Tuple.of(uni, course)).toList();
        return registrations.isEmpty()
                ? Future.succeededFuture()
                : PgConnection.connect(vertx, server)
                        .compose(connection -> connection
                                .preparedQuery(INSERT)
                                .executeBatch(registrations)
                                .eventually(() -> connection.close())
                                .mapEmpty());
    }
}
