package dev.registrar.server;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Cluster;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.LocalChecks;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import dev.registrar.server.start.Start;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Checks everything that a node needs, without changing anything, and prints a line for each result. Does not join the
 * cluster and does not disturb it.
 */
final class Check {
    private static final String CONFIGURATION = "configuration";

    private final Vertx vertx = Vertx.vertx();
    private final Roles roles;
    private final boolean clustered;
    private final PrintStream out;
    private Optional<Configuration> read = Optional.empty();
    private Optional<Integer> firstError = Optional.empty();

    private Check(Roles roles, boolean clustered, PrintStream out) {
        this.roles = roles;
        this.clustered = clustered;
        this.out = out;
    }

    /** Returns 0 if there is no problem, else the exit code of the first one. */
    static int run(Supplier<Configuration> configuration, Roles roles, boolean clustered, PrintStream out) {
        var check = new Check(roles, clustered, out);
        try {
            check.checkAll(configuration);
        } finally {
            Start.stop(check.vertx);
        }
        return check.firstError.orElse(0);
    }

    private void checkAll(Supplier<Configuration> source) {
        checkConfiguration(source);
        read.filter(Configuration::isComplete)
                .map(Configuration::values)
                .ifPresentOrElse(
                        this::checkNode,
                        () -> report("everything else", "-", "not checked, because the configuration cannot be read"));
    }

    private void checkNode(JsonObject values) {
        new LocalChecks(vertx, values, roles, clustered).checks().forEach(this::check);
        if (roles.needsDatabase()) {
            checkDatabase(values);
        }
        if (clustered) {
            check(
                    "other members",
                    () -> vertx.executeBlocking(
                            () -> new Cluster(values).requireReachable(roles.sharedSettings(values)), false));
        }
    }

    private void checkConfiguration(Supplier<Configuration> source) {
        try {
            var configuration = source.get();
            read = Optional.of(configuration);
            RequiredSettings.requireIn(configuration, roles, clustered);
            report(CONFIGURATION, "OK", "all settings are valid");
        } catch (InvalidSettingsException e) {
            e.errors().forEach(error -> reportError(CONFIGURATION, error, e));
        } catch (IllegalArgumentException e) {
            reportError(CONFIGURATION, e.getMessage(), e);
        }
    }

    private void checkDatabase(JsonObject values) {
        if (check("database", () -> server(values))) {
            Deployment.SCHEMAS.forEach(
                    schema -> check(schema.toString(), () -> new NodeDatabase(vertx, values).requireUsable(schema)));
            var imports = NodeDatabase.IMPORTS;
            check(imports.toString(), () -> new NodeDatabase(vertx, values).requireUsable(imports));
            check("schema \"audit\"", () -> new NodeDatabase(vertx, values).requireAudit());
        }
    }

    private Future<String> server(JsonObject values) {
        var connections = roles.connections(values);
        return new NodeDatabase(vertx, values)
                .requireServer(connections)
                .map(found -> "%s; this node opens up to %s".formatted(found, connections));
    }

    /** Returns whether there is no problem. */
    @CanIgnoreReturnValue
    private boolean check(String subject, Supplier<Future<String>> check) {
        try {
            report(subject, "OK", Start.join(check.get()));
            return true;
        } catch (InvalidSettingsException e) {
            report(subject, "-", "not checked, because its settings are wrong");
        } catch (CompletionException e) {
            reportError(subject, String.valueOf(e.getCause().getMessage()), e.getCause());
        } catch (IllegalArgumentException | IllegalStateException e) {
            reportError(subject, e.getMessage(), e);
        }
        return false;
    }

    private void reportError(String subject, String error, Throwable cause) {
        report(subject, "WRONG", read.map(from -> from.explain(error)).orElse(error));
        firstError = firstError.or(() -> Optional.of(Start.exitCode(cause)));
    }

    private void report(String subject, String state, String sentence) {
        out.printf("%-22s %-6s %s%n", subject, state, Start.inOneLine(sentence));
    }
}
