package dev.registrar.gateway.launcher;

import dev.registrar.gateway.cluster.Cluster;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.http.server.ServerOptions;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Looks at everything that a node needs, changes nothing, and says what is wrong: a line for each thing. */
final class Check {
    private static final String LINE = "%-22s %-6s %s%n";

    private final Vertx vertx = Vertx.vertx();
    private final Roles roles;
    private final boolean clustered;
    private final PrintStream out;
    private Optional<Integer> firstFault = Optional.empty();

    private Check(Roles roles, boolean clustered, PrintStream out) {
        this.roles = roles;
        this.clustered = clustered;
        this.out = out;
    }

    /** Gives 0 when all is well, else the exit code of the first thing that is wrong. */
    static int run(Supplier<JsonObject> configuration, Roles roles, boolean clustered, PrintStream out) {
        var check = new Check(roles, clustered, out);
        try {
            check.lookAtAll(configuration);
        } finally {
            Start.stop(check.vertx);
        }
        return check.firstFault.orElse(0);
    }

    private void lookAtAll(Supplier<JsonObject> source) {
        if (isWell("configuration", () -> readable(source.get()))) {
            var configuration = source.get();
            if (roles.include(Role.GATEWAY)) {
                lookAtGateway(configuration);
            }
            if (roles.needDatabase()) {
                lookAtDatabase(new NodeDatabase(vertx, configuration), roles.connections(configuration));
            }
            if (clustered) {
                lookAt("cluster", () -> members(configuration));
            }
        }
    }

    private Future<String> readable(JsonObject configuration) {
        RequiredSettings.requireIn(configuration, roles);
        return Future.succeededFuture("every setting can be used");
    }

    private void lookAtGateway(JsonObject configuration) {
        lookAt(
                "passwords",
                () -> new DevelopmentPasswords(vertx, configuration).refuse().map("none is one of development"));
        var http = Settings.read(configuration, "http", HttpSettings.class);
        lookAt(
                "certificate",
                () -> ServerOptions.of(vertx, http)
                        .map(options -> options.isSsl() ? "it can be used" : "none: plain HTTP"));
    }

    private void lookAtDatabase(NodeDatabase database, int connections) {
        var server = isWell(
                "database",
                () -> database.requireServer(connections)
                        .map(found -> "%s; this node opens up to %d".formatted(found, connections)));
        if (server) {
            Deployment.SCHEMAS.forEach(schema -> lookAt(schema.toString(), () -> database.requireUpToDate(schema)));
        }
    }

    private static Future<String> members(JsonObject configuration) {
        return Cluster.join(configuration).compose(member -> {
            var members =
                    ((VertxInternal) member).getClusterManager().getNodes().size();
            return member.close().map("%d members, this node among them".formatted(members));
        });
    }

    private void lookAt(String subject, Supplier<Future<String>> look) {
        var unused = isWell(subject, look);
    }

    private boolean isWell(String subject, Supplier<Future<String>> look) {
        try {
            out.printf(
                    LINE,
                    subject,
                    "well",
                    look.get().toCompletionStage().toCompletableFuture().join());
            return true;
        } catch (CompletionException e) {
            return isWrong(subject, e.getCause());
        } catch (IllegalArgumentException | IllegalStateException e) {
            return isWrong(subject, e);
        }
    }

    private boolean isWrong(String subject, Throwable fault) {
        out.printf(LINE, subject, "WRONG", Start.inOneLine(String.valueOf(fault.getMessage())));
        firstFault = firstFault.or(() -> Optional.of(Start.exitCode(fault)));
        return false;
    }
}
