package dev.registrar.server.testing;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Roles;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** A whole running service with its own PostgreSQL, on free ports. */
public final class Service implements AutoCloseable {
    private static Optional<Contract> contract = Optional.empty();

    private final TestDatabase database;
    private final Vertx vertx;
    private final Deployment deployment;
    private final int port;
    private final Queue<String> otherGateways = new ConcurrentLinkedQueue<>();

    private Service(TestDatabase database, Vertx vertx, JsonObject configuration) {
        this.database = database;
        this.vertx = vertx;
        deployment = new Deployment(vertx, configuration, Roles.ALL, Optional.of(contract(vertx)));
        port = Await.success(deployment.start());
    }

    public static Service start() throws Exception {
        return start(new JsonObject());
    }

    /** Starts the service so that requests may wait for the database longer than any test. */
    public static Service startWithLongTimeouts() throws Exception {
        var waitsLong = new JsonObject()
                .put("max-wait", "10 min")
                .put("statement-timeout", "10 min")
                .put("lock-timeout", "9 min");
        return start(new JsonObject()
                .put("database", waitsLong)
                .put("operations", new JsonObject().put("metrics", true))
                .put("http", new JsonObject().put("reply-timeout", "11 min").put("idle-timeout", "12 min")));
    }

    /** Starts the service; these settings override the shipped ones in one section. */
    public static Service start(String section, JsonObject settings) throws Exception {
        return start(new JsonObject().put(section, settings));
    }

    /** Starts the service; these settings, by section, override the shipped ones. */
    public static Service start(JsonObject sections) throws Exception {
        return start(sections, UnaryOperator.identity());
    }

    /** Starts the service on this Vert.x, which it closes; these settings, by section, override the shipped ones. */
    public static Service start(Vertx vertx, JsonObject sections) throws Exception {
        var database = TestDatabase.start();
        return new Service(database, vertx, configuration(database.uri()).mergeIn(sections, true));
    }

    /**
     * Starts the service; these settings, by section, override the shipped ones.
     *
     * @param route maps the URI of the database to the URI that the service connects to
     */
    public static Service start(JsonObject sections, UnaryOperator<String> route) throws Exception {
        var database = TestDatabase.start();
        return new Service(
                database,
                Vertx.vertx(),
                configuration(route.apply(database.uri())).mergeIn(sections, true));
    }

    /**
     * Returns the shipped configuration for this database, on free ports. The synchronous enrollment window has its maximum,
     * so that responses do not depend on the speed of this machine.
     */
    public static JsonObject configuration(String databaseUri) {
        return Configuration.load(
                        Map.of(
                                "REGISTRAR_DATABASE_URI",
                                databaseUri,
                                "REGISTRAR_HTTP_PORT",
                                "0",
                                "REGISTRAR_OPERATIONS_PORT",
                                "0",
                                "REGISTRAR_ENROLLMENT_SYNC_WINDOW",
                                "1700 ms"),
                        new Properties())
                .values();
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public String databaseUri() {
        return database.uri();
    }

    /** Opens another session on the database, as an operator or a migration does. */
    public Connection databaseSession() throws SQLException {
        return databaseSession(database.uri());
    }

    /** Opens another session on this database. */
    public static Connection databaseSession(String databaseUri) throws SQLException {
        var userInfo = List.of(URI.create(databaseUri).getUserInfo().split(":", -1));
        return DriverManager.getConnection(jdbcUrl(databaseUri), userInfo.get(0), userInfo.get(userInfo.size() - 1));
    }

    /** Returns the JDBC URL of this database. */
    public static String jdbcUrl(String databaseUri) {
        var uri = URI.create(databaseUri);
        return "jdbc:postgresql://%s:%s%s".formatted(uri.getHost(), uri.getPort(), uri.getPath());
    }

    public PostgresProcess postgres() {
        return database.process();
    }

    public Vertx vertx() {
        return vertx;
    }

    /** Starts another gateway to this service's verticles; these settings override the shipped ones in one section. */
    public int startGateway(String section, JsonObject settings) {
        return startGateway(new JsonObject().put(section, settings));
    }

    /** Starts another gateway to this service's verticles; these settings, by section, override the shipped ones. */
    public int startGateway(JsonObject sections) {
        return startGateway(contract(vertx), configuration(databaseUri()).mergeIn(sections, true));
    }

    /** Starts another gateway to this service's verticles, and those of the test, that offers what a contract says. */
    public int startGateway(Future<Contract> offered) {
        return startGateway(offered, configuration(databaseUri()));
    }

    private int startGateway(Future<Contract> offered, JsonObject configuration) {
        var gateway = new GatewayVerticle(offered, () -> false);
        otherGateways.add(
                Await.success(vertx.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration))));
        return gateway.port();
    }

    /** Loads the contract once per JVM: loading it takes most of the start time of a gateway. */
    private static synchronized Future<Contract> contract(Vertx vertx) {
        if (contract.isEmpty()) {
            contract = Optional.of(Await.success(Contract.load(vertx)));
        }
        return Future.succeededFuture(contract.get());
    }

    /** Stops all additional gateways, but not the service's own. */
    void stopOtherGateways() {
        for (var gateway = otherGateways.poll(); gateway != null; gateway = otherGateways.poll()) {
            Await.success(vertx.undeploy(gateway));
        }
    }

    /** The port for operators. */
    public int operationsPort() {
        return deployment.operationsPort();
    }

    /** Returns a client of the operations port. */
    public Client operations() {
        return Client.of("http://127.0.0.1:" + operationsPort());
    }

    /** Returns a client with all rights. */
    public Client admin() {
        return Client.of(url()).withCredentials("admin", "admin");
    }

    /** Creates a course, and returns its id. */
    @CanIgnoreReturnValue
    public String newCourse() {
        return admin().post("/v1/courses/", course(unique("COURSE"), "Logic"))
                .expectStatus(201)
                .id();
    }

    /** Returns a client that may only read. */
    public Client reader() {
        return Client.of(url()).withCredentials("reader", "reader");
    }

    public Client anonymous() {
        return Client.of(url());
    }

    /** Stops the service as SIGTERM does; the database goes on running. */
    public void stop() {
        Await.success(deployment.stop());
    }

    @Override
    public void close() {
        Await.success(vertx.close());
        database.close();
    }
}
