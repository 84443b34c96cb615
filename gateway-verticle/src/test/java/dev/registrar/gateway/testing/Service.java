package dev.registrar.gateway.testing;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.launcher.Configuration;
import dev.registrar.gateway.launcher.Deployment;
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

/** The running service that tests call: every part real, on free ports. */
public final class Service implements AutoCloseable {
    private final TestDatabase database;
    private final Vertx vertx;
    private final Deployment deployment;
    private final int port;
    private final Queue<String> otherGateways = new ConcurrentLinkedQueue<>();
    private Optional<Future<Contract>> contract = Optional.empty();

    private Service(TestDatabase database, Vertx vertx, JsonObject configuration) {
        this.database = database;
        this.vertx = vertx;
        deployment = new Deployment(vertx, configuration);
        port = Await.success(deployment.start());
    }

    public static Service start() throws Exception {
        return start(new JsonObject());
    }

    /** Starts it with these settings in place of the shipped ones. */
    public static Service start(String section, JsonObject settings) throws Exception {
        return start(new JsonObject().put(section, settings));
    }

    /** Starts it with these sections of settings in place of the shipped ones. */
    public static Service start(JsonObject sections) throws Exception {
        return start(sections, UnaryOperator.identity());
    }

    /**
     * As {@link #start(JsonObject)}.
     *
     * @param way gives the URI by which the service reaches its database, from that of the database
     */
    public static Service start(JsonObject sections, UnaryOperator<String> way) throws Exception {
        var database = TestDatabase.start();
        return new Service(
                database,
                Vertx.vertx(),
                configuration(way.apply(database.uri())).mergeIn(sections, true));
    }

    /**
     * The shipped configuration, for this database, on free ports; with the longest window, so that no answer depends on
     * how fast this machine is.
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

    /** Another session on the database, as an operator or a migration has one. */
    public Connection databaseSession() throws SQLException {
        return databaseSession(database.uri());
    }

    /** Another session on this database. */
    public static Connection databaseSession(String databaseUri) throws SQLException {
        var userInfo = List.of(URI.create(databaseUri).getUserInfo().split(":", -1));
        return DriverManager.getConnection(jdbcUrl(databaseUri), userInfo.get(0), userInfo.get(userInfo.size() - 1));
    }

    /** How Java's own interface names this database. */
    public static String jdbcUrl(String databaseUri) {
        var uri = URI.create(databaseUri);
        return "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath());
    }

    public PostgresProcess postgres() {
        return database.process();
    }

    public Vertx vertx() {
        return vertx;
    }

    /** Starts another gateway to this service's verticles, with these settings in place of the shipped ones. */
    public int startGateway(String section, JsonObject settings) {
        return startGateway(new JsonObject().put(section, settings));
    }

    /** Starts another gateway to this service's verticles, with these sections of settings in place of the shipped ones. */
    public int startGateway(JsonObject sections) {
        var configuration = configuration(databaseUri()).mergeIn(sections, true);
        var gateway = new GatewayVerticle(contract(), () -> false);
        otherGateways.add(
                Await.success(vertx.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration))));
        return gateway.port();
    }

    /** Read once for all these gateways: most of the time of their start. */
    private synchronized Future<Contract> contract() {
        if (contract.isEmpty()) {
            contract = Optional.of(Contract.load(vertx));
        }
        return contract.get();
    }

    /** Stops all gateways but the service's own. */
    void stopOtherGateways() {
        for (var gateway = otherGateways.poll(); gateway != null; gateway = otherGateways.poll()) {
            Await.success(vertx.undeploy(gateway));
        }
    }

    /** A client of what operators are offered. */
    public Client operations() {
        return Client.of("http://127.0.0.1:" + deployment.operationsPort());
    }

    /** A client that may do everything. */
    public Client admin() {
        return Client.of(url()).withCredentials("admin", "admin");
    }

    /** A client that may read. */
    public Client reader() {
        return Client.of(url()).withCredentials("reader", "reader");
    }

    public Client anonymous() {
        return Client.of(url());
    }

    /** Stops it as SIGTERM does, but the database. */
    public void stop() {
        Await.success(deployment.stop());
    }

    @Override
    public void close() {
        Await.success(vertx.close());
        database.close();
    }
}
