package dev.registrar.server;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.configuration.ConfigurationFolder;
import dev.registrar.server.node.Node;
import dev.registrar.server.node.Roles;
import dev.registrar.server.start.Start;
import dev.registrar.server.transfer.Transfer;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.commons.cli.ParseException;

/** Starts a node for production: on a configured database, and without default passwords. Or runs a command. */
public final class Launcher {
    /** Logback reads this when the first logger is created, so it must be set before. */
    private static final String LOGBACK_FILE = "logback.configurationFile";

    private static final int WRONG_COMMAND_LINE = 2;

    private final Arguments arguments;
    private final Roles roles;
    private final ConfigurationFolder folder;
    private final Optional<Path> verticles;

    private Launcher(Arguments arguments) throws ParseException {
        this.arguments = arguments;
        roles = arguments.roles();
        folder = arguments.folder();
        verticles = arguments.verticles();
    }

    public static void main(String[] arguments) {
        if (Transfer.isMeant(arguments)) {
            Transfer.main(arguments);
        }
        try {
            new Launcher(Arguments.parse(arguments)).launch();
        } catch (ParseException wrong) {
            System.err.println("Registrar cannot start: %s; see --help".formatted(wrong.getMessage()));
            System.exit(WRONG_COMMAND_LINE);
        }
    }

    private void launch() {
        folder.find("logback.xml").ifPresent(Launcher::logBy);
        if (arguments.has(Arguments.HELP)) {
            Arguments.printHelp();
        } else if (arguments.has(Arguments.VERSION)) {
            System.out.println("Registrar " + version());
        } else if (arguments.has(Arguments.CHECK)) {
            System.exit(Check.run(this::configuration, roles, arguments.has(Arguments.CLUSTER), System.out));
        } else if (arguments.has(Arguments.MIGRATE)) {
            Start.runOrExplain(
                    this::configuration,
                    configuration -> new DatabaseRun(configuration, DatabaseRun::migrate),
                    Start.NO_START);
        } else if (arguments.wantsWebhooks()) {
            var report = new WebhooksReport(arguments.resumedWebhook(), System.out);
            Start.runOrExplain(
                    this::configuration,
                    configuration -> new DatabaseRun(configuration, report),
                    "The command webhooks failed");
        } else {
            Start.runOrExplain(
                    this::configuration,
                    configuration -> new Node(configuration, roles, arguments.has(Arguments.CLUSTER)),
                    Start.NO_START);
        }
    }

    private static void logBy(Path file) {
        if (System.getProperty(LOGBACK_FILE) == null) {
            System.setProperty(LOGBACK_FILE, file.toString());
        }
    }

    private Configuration configuration() {
        var configuration = Configuration.load(folder, System.getenv(), System.getProperties());
        verticles.ifPresent(jars -> configuration.override("verticles.folder", jars, "--verticles"));
        return configuration;
    }

    /** The version of the jar. */
    private static String version() {
        var version = Launcher.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }
}
