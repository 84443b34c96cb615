package dev.registrar.server.testing;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceDatabase;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.TestDatabase;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Roles;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A service as a whole node deploys it, with a port for operators. */
public final class RunningNode extends Service {
    private final Deployment deployment;

    private RunningNode(TestDatabase database, Vertx vertx, Deployment deployment) {
        super(database, vertx, Await.success(deployment.start()));
        this.deployment = deployment;
    }

    /** Starts a node with metrics, so that requests may wait for the database longer than any test. */
    public static RunningNode startWithLongTimeouts() throws Exception {
        return start(longTimeouts().put("operations", new JsonObject().put("metrics", true)));
    }

    /** Starts a node; these settings override the shipped ones in one section. */
    public static RunningNode start(String section, JsonObject settings) throws Exception {
        return start(new JsonObject().put(section, settings));
    }

    /** Starts a node; these settings, by section, override the shipped ones. */
    public static RunningNode start(JsonObject sections) throws Exception {
        return start(Vertx.vertx(), sections);
    }

    /** Starts a node on this Vert.x, which it closes; these settings, by section, override the shipped ones. */
    public static RunningNode start(Vertx vertx, JsonObject sections) throws Exception {
        return start(vertx, sections, UnaryOperator.identity());
    }

    /**
     * Starts a node; these settings, by section, override the shipped ones.
     *
     * @param route maps the URI of the database to the URI that the node connects to
     */
    public static RunningNode start(JsonObject sections, UnaryOperator<String> route) throws Exception {
        return start(Vertx.vertx(), sections, route);
    }

    private static RunningNode start(Vertx vertx, JsonObject sections, UnaryOperator<String> route) throws Exception {
        var database = ServiceDatabase.start();
        var configuration = configuration(route.apply(database.uri())).mergeIn(sections, true);
        return new RunningNode(
                database, vertx, new Deployment(vertx, configuration, Roles.ALL, Optional.of(contract(vertx))));
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
