package dev.registrar.gateway.launcher.node;

import dev.registrar.gateway.cluster.ClusterSettings;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.http.server.ServerAddress;
import dev.registrar.gateway.operations.OperationsSettings;
import dev.registrar.resource.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** What a node needs of the machine that it runs on: its files and its ports. */
public final class OwnMachine {
    private final Vertx vertx;
    private final JsonObject configuration;
    private final Roles roles;
    private final boolean clustered;

    public OwnMachine(Vertx vertx, JsonObject configuration, Roles roles, boolean clustered) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.roles = roles;
        this.clustered = clustered;
    }

    /** Fails, with a sentence for operators, at the first thing that is wrong. */
    Future<Void> require() {
        return looks().values().stream()
                .reduce(
                        Future.succeededFuture(""),
                        (before, look) -> before.compose(well -> look.get()),
                        (first, second) -> first.compose(well -> second))
                .mapEmpty();
    }

    /** By name: each tells what it has found, or fails with a sentence for operators. */
    public Map<String, Supplier<Future<String>>> looks() {
        Map<String, Supplier<Future<String>>> looks = new LinkedHashMap<>();
        if (roles.include(Role.GATEWAY)) {
            looks.put(
                    "users",
                    () -> new DevelopmentPasswords(vertx, configuration)
                            .refuse()
                            .map("none has a default password"));
            looks.put("certificate", () -> onWorker(http()::requireCertificate));
            looks.put("http.port", () -> free(http().address()));
        }
        looks.put("operations.port", this::operationsPort);
        if (clustered) {
            looks.put("cluster certificate", () -> onWorker(cluster()::requireCertificate));
            looks.put("cluster.port", () -> free(cluster().address()));
            looks.put("cluster.event-bus-port", () -> free(cluster().eventBusAddress()));
        }
        return looks;
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
            return address.port() == 0 ? "any free one" : address + " is free";
        });
    }

    private HttpSettings http() {
        return Settings.read(configuration, "http", HttpSettings.class);
    }

    private ClusterSettings cluster() {
        return Settings.read(configuration, "cluster", ClusterSettings.class);
    }

    private <T> Future<T> onWorker(Callable<T> look) {
        return vertx.executeBlocking(look, false);
    }
}
