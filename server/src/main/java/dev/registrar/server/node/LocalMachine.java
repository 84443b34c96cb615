package dev.registrar.server.node;

import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.operations.ServerAddress;
import dev.registrar.platform.settings.Settings;
import dev.registrar.server.node.verticles.CustomVerticles;
import dev.registrar.server.operations.OperationsSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Checks what a node needs from its machine: files and ports. */
public final class LocalMachine {
    private final Vertx vertx;
    private final JsonObject configuration;
    private final Roles roles;
    private final boolean clustered;

    public LocalMachine(Vertx vertx, JsonObject configuration, Roles roles, boolean clustered) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.roles = roles;
        this.clustered = clustered;
    }

    /** Fails with a message for operators at the first problem. */
    Future<Void> require() {
        return checks().values().stream()
                .reduce(
                        Future.succeededFuture(""),
                        (before, check) -> before.compose(passed -> check.get()),
                        (first, second) -> first.compose(passed -> second))
                .mapEmpty();
    }

    /** The checks by name: each returns what it has found, or fails with a message for operators. */
    public Map<String, Supplier<Future<String>>> checks() {
        Map<String, Supplier<Future<String>>> checks = new LinkedHashMap<>();
        if (roles.includes(Role.GATEWAY)) {
            checks.put(
                    "users",
                    () -> new DevelopmentPasswords(vertx, configuration)
                            .requireNone()
                            .map("no default passwords"));
            checks.put("certificate", () -> onWorker(http()::requireCertificate));
            checks.put("http.port", () -> free(http().address()));
        }
        checks.put("operations.port", this::operationsPort);
        checks.put("verticles", () -> new CustomVerticles(vertx, configuration).requireFound());
        if (clustered) {
            checks.put("cluster certificate", () -> onWorker(cluster()::requireCertificate));
            checks.put("cluster.port", () -> free(cluster().address()));
            checks.put("cluster.event-bus-port", () -> free(cluster().eventBusAddress()));
        }
        return checks;
    }

    private Future<String> operationsPort() {
        var settings = Settings.read(configuration, "operations", OperationsSettings.class);
        return settings.offersNothing()
                ? Future.succeededFuture("not used: metrics and health are off")
                : free(settings.address());
    }

    private Future<String> free(ServerAddress address) {
        return onWorker(() -> {
            address.requireFree();
            return address.port() == 0 ? "any free port" : address + " is free";
        });
    }

    private HttpSettings http() {
        return Settings.read(configuration, "http", HttpSettings.class);
    }

    private Cluster cluster() {
        return new Cluster(configuration);
    }

    private <T> Future<T> onWorker(Callable<T> check) {
        return vertx.executeBlocking(check, false);
    }
}
