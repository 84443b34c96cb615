package dev.registrar.server.testing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Roles;
import dev.registrar.testing.Await;
import dev.registrar.testing.RunningService;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;

/** A whole node with its own PostgreSQL, on free ports. */
public final class Service extends RunningService {
    private static Optional<Contract> contract = Optional.empty();

    private final Deployment deployment;

    private Service(TestDatabase database, Vertx vertx, Deployment deployment) {
        super(database, vertx, Await.success(deployment.start()));
        this.deployment = deployment;
    }

    public static Service start() throws Exception {
        return start(new JsonObject());
    }

    /** Starts a node with metrics, so that requests may wait for the database longer than any test. */
    public static Service startWithLongTimeouts() throws Exception {
        return start(new JsonObject("""
                {"database": {"max-wait": "10 min", "statement-timeout": "10 min", "lock-timeout": "9 min"},
                 "operations": {"metrics": true},
                 "http": {"reply-timeout": "11 min", "idle-timeout": "12 min"}}"""));
    }

    /** Starts a node; these settings override the shipped ones in one section. */
    public static Service start(String section, JsonObject settings) throws Exception {
        return start(new JsonObject().put(section, settings));
    }

    /** Starts a node; these settings, by section, override the shipped ones. */
    public static Service start(JsonObject sections) throws Exception {
        return start(Vertx.vertx(), sections);
    }

    /** Starts a node on this Vert.x, which it closes; these settings, by section, override the shipped ones. */
    public static Service start(Vertx vertx, JsonObject sections) throws Exception {
        return start(vertx, sections, UnaryOperator.identity());
    }

    /**
     * Starts a node; these settings, by section, override the shipped ones.
     *
     * @param route maps the URI of the database to the URI that the node connects to
     */
    public static Service start(JsonObject sections, UnaryOperator<String> route) throws Exception {
        return start(Vertx.vertx(), sections, route);
    }

    private static Service start(Vertx vertx, JsonObject sections, UnaryOperator<String> route) throws Exception {
        var database = ServiceDatabase.start();
        var configuration = configuration(route.apply(database.uri())).mergeIn(sections, true);
        return new Service(
                database, vertx, new Deployment(vertx, configuration, Roles.ALL, Optional.of(contract(vertx))));
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

    /** Starts another gateway to this node's verticles; returns a client of it without credentials. */
    public Client gateway(String section, JsonObject settings) {
        return gateway(new JsonObject().put(section, settings));
    }

    /** Like {@link #gateway(String, JsonObject)}; these settings, by section, override the shipped ones. */
    public Client gateway(JsonObject sections) {
        return Client.of("http://127.0.0.1:" + startGateway(sections));
    }

    /** Starts another gateway to this node's verticles; these settings override the shipped ones in one section. */
    public int startGateway(String section, JsonObject settings) {
        return startGateway(new JsonObject().put(section, settings));
    }

    /** Starts another gateway to this node's verticles; these settings, by section, override the shipped ones. */
    public int startGateway(JsonObject sections) {
        return startGateway(contract(vertx()), configuration(databaseUri()).mergeIn(sections, true));
    }

    /** Starts another gateway to this node's verticles, and those of the test, that offers what a contract says. */
    public int startGateway(Future<Contract> offered) {
        return startGateway(offered, configuration(databaseUri()));
    }

    private int startGateway(Future<Contract> offered, JsonObject configuration) {
        var gateway = new GatewayVerticle(offered, () -> false);
        stopAfterClass(
                Await.success(vertx().deployVerticle(gateway, new DeploymentOptions().setConfig(configuration))));
        return gateway.port();
    }

    /** Loads the contract once per JVM: loading it takes most of the start time of a gateway. */
    private static synchronized Future<Contract> contract(Vertx vertx) {
        if (contract.isEmpty()) {
            contract = Optional.of(Await.success(Contract.load(vertx)));
        }
        return Future.succeededFuture(contract.get());
    }

    /** Registers somebody for a course. */
    public Response register(String course) {
        return admin().post("/v1/registrations/", registration(unique("uni"), course));
    }

    public void rename(String course, String name) {
        admin().patch(
                        "/v1/courses/%s/".formatted(course),
                        Document.of("courses", course).attribute("course_name", name))
                .expectStatus(200);
    }

    /** The port for operators. */
    public int operationsPort() {
        return deployment.operationsPort();
    }

    /** Returns a client of the operations port. */
    public Client operations() {
        return Client.of("http://127.0.0.1:" + operationsPort());
    }

    /** Stops the node as SIGTERM does; the database goes on running. */
    @Override
    public void stop() {
        Await.success(deployment.stop());
    }
}
