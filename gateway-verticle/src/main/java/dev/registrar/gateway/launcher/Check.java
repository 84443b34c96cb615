package dev.registrar.gateway.launcher;

import dev.registrar.gateway.cluster.OtherMembers;
import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.launcher.node.OwnMachine;
import dev.registrar.gateway.launcher.node.RequiredSettings;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.gateway.launcher.start.Start;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.settings.InvalidSettingsException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Looks at everything that a node needs, changes nothing, and says what is wrong: a line for each thing. The cluster does not
 * notice: this is no member of it.
 */
final class Check {
    private static final String CONFIGURATION = "configuration";

    private final Vertx vertx = Vertx.vertx();
    private final Roles roles;
    private final boolean clustered;
    private final PrintStream out;
    private Optional<Configuration> read = Optional.empty();
    private Optional<Integer> firstFault = Optional.empty();

    private Check(Roles roles, boolean clustered, PrintStream out) {
        this.roles = roles;
        this.clustered = clustered;
        this.out = out;
    }

    /** Gives 0 when all is well, else the exit code of the first thing that is wrong. */
    static int run(Supplier<Configuration> configuration, Roles roles, boolean clustered, PrintStream out) {
        var check = new Check(roles, clustered, out);
        try {
            check.lookAtAll(configuration);
        } finally {
            Start.stop(check.vertx);
        }
        return check.firstFault.orElse(0);
    }

    private void lookAtAll(Supplier<Configuration> source) {
        lookAtConfiguration(source);
        read.map(Configuration::values).ifPresent(values -> {
            new OwnMachine(vertx, values, roles, clustered).looks().forEach(this::lookAt);
            if (roles.needDatabase()) {
                lookAtDatabase(values);
            }
            if (clustered) {
                lookAt("other members", () -> new OtherMembers(vertx, values).requireReachable());
            }
        });
    }

    private void lookAtConfiguration(Supplier<Configuration> source) {
        try {
            var configuration = source.get();
            read = Optional.of(configuration);
            RequiredSettings.requireIn(configuration, roles, clustered);
            tell(CONFIGURATION, "well", "every setting can be used");
        } catch (InvalidSettingsException e) {
            e.objections().forEach(objection -> tellWrong(CONFIGURATION, objection, e));
        } catch (IllegalArgumentException e) {
            tellWrong(CONFIGURATION, e.getMessage(), e);
        }
    }

    private void lookAtDatabase(JsonObject values) {
        if (isWell("database", () -> server(values))) {
            Deployment.SCHEMAS.forEach(
                    schema -> lookAt(schema.toString(), () -> new NodeDatabase(vertx, values).requireUpToDate(schema)));
        }
    }

    private Future<String> server(JsonObject values) {
        var connections = roles.connections(values);
        return new NodeDatabase(vertx, values)
                .requireServer(connections)
                .map(found -> "%s; this node opens up to %d".formatted(found, connections));
    }

    private void lookAt(String subject, Supplier<Future<String>> look) {
        var unused = isWell(subject, look);
    }

    private boolean isWell(String subject, Supplier<Future<String>> look) {
        try {
            tell(subject, "well", Start.join(look.get()));
            return true;
        } catch (InvalidSettingsException e) {
            tell(subject, "-", "not looked at: its settings are wrong");
        } catch (CompletionException e) {
            tellWrong(subject, String.valueOf(e.getCause().getMessage()), e.getCause());
        } catch (IllegalArgumentException | IllegalStateException e) {
            tellWrong(subject, e.getMessage(), e);
        }
        return false;
    }

    private void tellWrong(String subject, String objection, Throwable fault) {
        tell(subject, "WRONG", read.map(from -> from.explain(objection)).orElse(objection));
        firstFault = firstFault.or(() -> Optional.of(Start.exitCode(fault)));
    }

    private void tell(String subject, String state, String sentence) {
        out.printf("%-22s %-6s %s%n", subject, state, Start.inOneLine(sentence));
    }
}
