package dev.registrar.gateway.testing;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.platform.testing.Names.unique;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.PostgresProcess;
import dev.registrar.platform.testing.Sql;
import dev.registrar.platform.testing.TestDatabase;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.registration.enrollment.EnrollmentWorker;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** The verticles of the service and a gateway to them in this JVM, with their own PostgreSQL, on a free port. */
public class Service implements AutoCloseable {
    private static Optional<Contract> contract = Optional.empty();

    private final TestDatabase database;
    private final Vertx vertx;
    private final int port;
    private final Queue<String> otherGateways = new ConcurrentLinkedQueue<>();

    /** A service whose verticles are deployed by a subclass. */
    protected Service(TestDatabase database, Vertx vertx, int port) {
        this.database = database;
        this.vertx = vertx;
        this.port = port;
    }

    public static Service start() throws Exception {
        return start(new JsonObject());
    }

    /** Starts the service so that requests may wait for the database longer than any test. */
    public static Service startWithLongTimeouts() throws Exception {
        return start(longTimeouts());
    }

    /** Starts the service; these settings override the shipped ones in one section. */
    public static Service start(String section, JsonObject settings) throws Exception {
        return start(new JsonObject().put(section, settings));
    }

    /** Starts the service; these settings, by section, override the shipped ones. */
    public static Service start(JsonObject sections) throws Exception {
        var database = ServiceDatabase.start();
        var vertx = Vertx.vertx();
        var configuration = configuration(database.uri()).mergeIn(sections, true);
        Await.success(Future.join(
                Stream.<Verticle>of(new CourseVerticle(), new RegistrationVerticle(), new EnrollmentWorker())
                        .map(verticle -> vertx.deployVerticle(verticle, options(configuration)))
                        .toList()));
        var gateway = new GatewayVerticle(contract(vertx), () -> false);
        Await.success(vertx.deployVerticle(gateway, options(configuration)));
        return new Service(database, vertx, gateway.port());
    }

    private static DeploymentOptions options(JsonObject configuration) {
        return new DeploymentOptions().setConfig(configuration);
    }

    /** Settings with which requests may wait for the database longer than any test. */
    protected static JsonObject longTimeouts() {
        return new JsonObject("""
                {"database": {"max-wait": "10 min", "statement-timeout": "10 min", "lock-timeout": "9 min"},
                 "http": {"reply-timeout": "11 min", "idle-timeout": "12 min"}}""");
    }

    /**
     * Returns the shipped configuration for this database, on free ports. The synchronous enrollment window has its maximum,
     * so that responses do not depend on the speed of this machine.
     */
    public static JsonObject configuration(String databaseUri) {
        var ofTests = new JsonObject()
                .put("database", new JsonObject().put("uri", databaseUri))
                .put("http", new JsonObject().put("port", 0))
                .put("operations", new JsonObject().put("port", 0))
                .put("authentication", new JsonObject().put("users-file", "../conf/users.properties"))
                .put("enrollment", new JsonObject().put("sync-window", "1700 ms"));
        return shipped("registrar.yaml").mergeIn(shipped("cluster.yaml")).mergeIn(ofTests, true);
    }

    private static JsonObject shipped(String file) {
        try {
            return new JsonObject(new YAMLMapper()
                    .readValue(Path.of("..", "conf", file).toFile(), new TypeReference<Map<String, Object>>() {}));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public String databaseUri() {
        return database.uri();
    }

    /** Opens another session on the database, as an operator or a migration does. */
    public Connection databaseSession() throws SQLException {
        return Sql.session(database.uri());
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
        otherGateways.add(Await.success(vertx.deployVerticle(gateway, options(configuration))));
        return gateway.port();
    }

    /** Starts another gateway to this service's verticles, and returns a client of it without credentials. */
    public Client gateway(String section, JsonObject settings) {
        return gateway(new JsonObject().put(section, settings));
    }

    /** Starts another gateway to this service's verticles, and returns a client of it without credentials. */
    public Client gateway(JsonObject sections) {
        return Client.of("http://127.0.0.1:" + startGateway(sections));
    }

    /** Loads the contract once per JVM: loading it takes most of the start time of a gateway. */
    protected static synchronized Future<Contract> contract(Vertx vertx) {
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

    /** Stops the verticles, the gateway after its requests; the database goes on running. */
    public void stop() {
        Await.success(vertx.close());
    }

    @Override
    public void close() {
        Await.success(vertx.close());
        database.close();
    }
}
