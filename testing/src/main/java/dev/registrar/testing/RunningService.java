package dev.registrar.testing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.PostgresProcess;
import dev.registrar.testing.postgresql.Sql;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A service in this JVM with its own PostgreSQL. Each module deploys as much of it as its tests need. */
public abstract class RunningService implements AutoCloseable {
    private final TestDatabase database;
    private final Vertx vertx;
    private final int port;
    private final Queue<String> otherGateways = new ConcurrentLinkedQueue<>();

    protected RunningService(TestDatabase database, Vertx vertx, int port) {
        this.database = database;
        this.vertx = vertx;
        this.port = port;
    }

    public final String url() {
        return "http://127.0.0.1:" + port;
    }

    public final String databaseUri() {
        return database.uri();
    }

    /** Opens another session on the database, as an operator or a migration does. */
    public final Connection databaseSession() throws SQLException {
        return Sql.session(database.uri());
    }

    public final PostgresProcess postgres() {
        return database.process();
    }

    public final Vertx vertx() {
        return vertx;
    }

    /** Returns a client with all rights. */
    public final Client admin() {
        return anonymous().withCredentials("admin", "admin");
    }

    /** Returns a client that may only read. */
    public final Client reader() {
        return anonymous().withCredentials("reader", "reader");
    }

    public final Client anonymous() {
        return Client.of(url());
    }

    /** Creates a course, and returns its id. */
    @CanIgnoreReturnValue
    public final String newCourse() {
        return admin().post("/v1/courses/", course(unique("COURSE"), "Logic"))
                .expectStatus(201)
                .id();
    }

    /** Stops this gateway to the service after the test class. */
    protected final void stopAfterClass(String otherGateway) {
        otherGateways.add(otherGateway);
    }

    /** Stops all additional gateways, but not the service's own. */
    final void stopOtherGateways() {
        for (var gateway = otherGateways.poll(); gateway != null; gateway = otherGateways.poll()) {
            Await.success(vertx.undeploy(gateway));
        }
    }

    /** Stops the service after its requests; the database goes on running. */
    public void stop() {
        Await.success(vertx.close());
    }

    @Override
    public final void close() {
        Await.success(vertx.close());
        database.close();
    }
}
