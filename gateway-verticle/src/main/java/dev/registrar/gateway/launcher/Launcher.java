package dev.registrar.gateway.launcher;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the service for production: on a database that is configured, with passwords of its own. */
@Command(
        name = "registrar",
        description = "A course catalogue and registration service: JSON:API 1.0 over HTTP, on PostgreSQL.",
        mixinStandardHelpOptions = true,
        versionProvider = Launcher.Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:ended as it was asked to; with --check, all is well",
            "1:something unexpected; the log tells more",
            "2:the command line is wrong",
            "3:the configuration is wrong: a file, a key, a value, a password that everybody knows",
            "4:PostgreSQL cannot be used: it is away, lets nobody in, is too old or has too few connections",
            "5:a schema cannot be used: a migration fails, or it is too new; with --check, also when it is missing or too old",
            "6:a port cannot be listened on",
            "7:the cluster cannot be joined"
        })
public final class Launcher implements Callable<Integer> {
    /** Read by Logback when the first logger is made: none is before this is set. */
    private static final String LOGBACK_FILE = "logback.configurationFile";

    @Option(
            names = "--conf",
            paramLabel = "FOLDER",
            description =
                    "Reads registrar.yaml, users.properties and logback.xml from FOLDER; without it, from conf of the"
                            + " working directory, if it is there. What is not in them has its default.")
    private Path conf;

    @Option(
            names = "--roles",
            paramLabel = "ROLE",
            split = ",",
            description = "Takes these roles alone: ${COMPLETION-CANDIDATES}. Without it, all of them.")
    private Set<Role> roles = EnumSet.allOf(Role.class);

    @Option(
            names = "--instances",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs N instances of each role, each on an event loop and with connections of its own."
                    + " Default: ${DEFAULT-VALUE}.")
    private int instances;

    @Option(names = "--cluster", description = "Joins the cluster.")
    private boolean cluster;

    @ArgGroup
    private final Instead instead = new Instead();

    /** What ends without serving anybody. */
    private static final class Instead {
        @Option(
                names = "--check",
                description =
                        "Looks at the configuration, the database, its schemas and with --cluster the cluster, and says"
                                + " what is wrong, a line for each; changes nothing, and ends.")
        private boolean check;

        @Option(names = "--migrate", description = "Brings the schemas of the database up to date, and ends.")
        private boolean migrate;
    }

    @Spec
    private CommandSpec command;

    private Launcher() {}

    public static void main(String[] arguments) {
        var status = new CommandLine(new Launcher())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Launcher::explain)
                .execute(arguments);
        if (status != CommandLine.ExitCode.OK) {
            System.exit(status);
        }
    }

    private static int explain(ParameterException wrong, String... arguments) {
        wrong.getCommandLine().getErr().println("Registrar cannot start: %s; see --help".formatted(wrong.getMessage()));
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public Integer call() {
        var folder = ConfigurationFolder.of(Optional.ofNullable(conf));
        folder.file("logback.xml").ifPresent(Launcher::logBy);
        var taken = roles();
        if (instead.check) {
            return Check.run(() -> configuration(folder), taken, cluster, System.out);
        }
        Start.orExplain(() -> instead.migrate
                ? new MigrationRun(configuration(folder))
                : new Node(configuration(folder), taken, cluster));
        return CommandLine.ExitCode.OK;
    }

    private Roles roles() {
        if (instances < 1) {
            throw new ParameterException(command.commandLine(), "--instances must be at least 1");
        }
        return new Roles(roles, instances);
    }

    private static JsonObject configuration(ConfigurationFolder folder) {
        return Configuration.load(folder, System.getenv(), System.getProperties());
    }

    private static void logBy(Path file) {
        if (System.getProperty(LOGBACK_FILE) == null) {
            System.setProperty(LOGBACK_FILE, file.toString());
        }
    }

    /** Of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            var version = Launcher.class.getPackage().getImplementationVersion();
            return new String[] {"Registrar " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
