package dev.registrar.gateway.testing;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.platform.session.SessionService;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.registration.enrollment.EnrollmentWorker;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.RunningService;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The verticles of the service and a gateway to them in this JVM, with their own PostgreSQL, on a free port. */
public final class Service extends RunningService {
    private static final TestDatabase.Template TEMPLATE = TestDatabase.Template.of(Service::migrate);

    private static Optional<Contract> contract = Optional.empty();

    private Service(TestDatabase database, Vertx vertx, int port) {
        super(database, vertx, port);
    }

    private static void migrate(String databaseUri) {
        var sessions = new Schema(SessionService.SCHEMA, 1, ResourceTypes.of());
        var vertx = Vertx.vertx();
        Await.success(new NodeDatabase(vertx, configuration(databaseUri))
                .migrate(List.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA, sessions)));
        Await.success(vertx.close());
    }

    public static Service start() throws Exception {
        return start(new JsonObject());
    }

    /** Starts the service; these settings override the shipped ones in one section. */
    public static Service start(String section, JsonObject settings) throws Exception {
        return start(new JsonObject().put(section, settings));
    }

    /** Starts the service; these settings, by section, override the shipped ones. */
    public static Service start(JsonObject sections) throws Exception {
        var database = TEMPLATE.start(Map.of());
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

    /** Starts another gateway to this service's verticles; these settings override the shipped ones in one section. */
    public int startGateway(String section, JsonObject settings) {
        return startGateway(new JsonObject().put(section, settings));
    }

    /** Starts another gateway to this service's verticles; these settings, by section, override the shipped ones. */
    public int startGateway(JsonObject sections) {
        var gateway = new GatewayVerticle(contract(vertx()), () -> false);
        var configuration = configuration(databaseUri()).mergeIn(sections, true);
        stopAfterClass(Await.success(vertx().deployVerticle(gateway, options(configuration))));
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
    private static synchronized Future<Contract> contract(Vertx vertx) {
        if (contract.isEmpty()) {
            contract = Optional.of(Await.success(Contract.load(vertx)));
        }
        return Future.succeededFuture(contract.get());
    }
}
