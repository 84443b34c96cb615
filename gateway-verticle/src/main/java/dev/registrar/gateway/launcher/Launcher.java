package dev.registrar.gateway.launcher;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** The command line of the service for production: on a database that is configured, with passwords of its own. */
@Command(
        name = "registrar",
        description = "A course catalogue and registration service: JSON:API 1.0 over HTTP, on PostgreSQL.",
        mixinStandardHelpOptions = true,
        versionProvider = Launcher.Version.class,
        sortOptions = false)
public final class Launcher implements Runnable {
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

    private Launcher() {}

    public static void main(String[] arguments) {
        var status = new CommandLine(new Launcher())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
        if (status != CommandLine.ExitCode.OK) {
            System.exit(status);
        }
    }

    @Override
    public void run() {
        var folder = ConfigurationFolder.of(Optional.ofNullable(conf));
        folder.file("logback.xml").ifPresent(Launcher::logBy);
        Start.orExplain(() -> node(folder));
    }

    private Node node(ConfigurationFolder folder) {
        return new Node(
                Configuration.load(folder, System.getenv(), System.getProperties()),
                new Roles(roles, instances),
                cluster);
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
