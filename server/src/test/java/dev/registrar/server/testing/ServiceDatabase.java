package dev.registrar.server.testing;

import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.node.Deployment;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Vertx;
import java.io.IOException;
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
        var vertx = Vertx.vertx();
        try {
            Await.success(new NodeDatabase(vertx, Service.configuration(uri)).migrate(Deployment.SCHEMAS));
        } finally {
            Await.success(vertx.close());
        }
    }
}
