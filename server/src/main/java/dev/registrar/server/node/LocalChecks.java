package dev.registrar.server.node;

import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.operations.ServerAddress;
import dev.registrar.platform.settings.Settings;
import dev.registrar.server.node.verticles.CustomVerticles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Checks what a node needs from its machine: files and ports. */
public record LocalChecks(Vertx vertx, JsonObject configuration, Roles roles, boolean clustered) {

    /** Fails with a message for operators at the first problem. */
    Future<Void> require() {
        var passed = Future.succeededFuture("");
        for (var check : checks().values()) {
            passed = passed.compose(before -> check.get());
        }
        return passed.mapEmpty();
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
        }
        checks.put("verticles", () -> new CustomVerticles(vertx, configuration).requireFound());
        if (clustered) {
            checks.put("cluster certificate", () -> onWorker(() -> new Cluster(configuration).requireCertificate()));
        }
        ports(roles, clustered).forEach(port -> checks.put(port, () -> free(port)));
        return checks;
    }

    /** The keys of the ports of a node. */
    static List<String> ports(Roles roles, boolean clustered) {
        List<String> ports = new ArrayList<>(List.of("operations.port"));
        if (roles.includes(Role.GATEWAY)) {
            ports.add(0, "http.port");
        }
        if (clustered) {
            ports.addAll(List.of("cluster.port", "cluster.event-bus-port"));
        }
        return ports;
    }

    /** The address of a port; empty if nothing listens on it. */
    static Optional<ServerAddress> address(JsonObject configuration, String port) {
        var section = port.substring(0, port.indexOf('.') + 1);
        var isUsed = !section.equals("operations.")
                || isOn(configuration, section + "metrics")
                || isOn(configuration, section + "health");
        return isUsed
                ? Optional.of(new ServerAddress(
                        Settings.value(configuration, section + "host", String.class),
                        Settings.value(configuration, port, int.class),
                        port))
                : Optional.empty();
    }

    private static boolean isOn(JsonObject configuration, String key) {
        return Settings.value(configuration, key, boolean.class);
    }

    private Future<String> free(String port) {
        return address(configuration, port)
                .map(address -> onWorker(() -> {
                    address.requireFree();
                    return address.port() == 0 ? "any free port" : address + " is free";
                }))
                .orElseGet(() -> Future.succeededFuture("not used: metrics and health are off"));
    }

    private HttpSettings http() {
        return Settings.read(configuration, "http", HttpSettings.class);
    }

    private <T> Future<T> onWorker(Callable<T> check) {
        return vertx.executeBlocking(check, false);
    }
}
