package dev.registrar.gateway.testing;

import dev.registrar.course.CourseVerticle;
import dev.registrar.platform.session.SessionService;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Starts PostgreSQL servers with the schemas of the service, each for one test. */
public final class ServiceDatabase {
    private static final TestDatabase.Template TEMPLATE = TestDatabase.Template.of(ServiceDatabase::migrate);

    private ServiceDatabase() {}

    public static TestDatabase start() throws IOException {
        return start(Map.of());
    }

    /** Starts a server; these parameters override the defaults of tests, which trade durability for speed. */
    public static TestDatabase start(Map<String, String> parameters) throws IOException {
        return TEMPLATE.start(parameters);
    }

    /** Creates the schemas in a database. */
    public static void migrate(String uri) {
        var sessions = new Schema(SessionService.SCHEMA, 1, ResourceTypes.of());
        var vertx = Vertx.vertx();
        try {
            Await.success(new NodeDatabase(vertx, Service.configuration(uri))
                    .migrate(List.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA, sessions)));
        } finally {
            Await.success(vertx.close());
        }
    }
}
