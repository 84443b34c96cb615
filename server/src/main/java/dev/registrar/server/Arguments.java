package dev.registrar.server;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.configuration.ConfigurationFolder;
import dev.registrar.server.node.Role;
import dev.registrar.server.node.Roles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.OptionGroup;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.help.HelpFormatter;

/** The command line of a node. */
record Arguments(CommandLine given) {
    private static final Option CONF = withValue("conf", "FOLDER", """
            Reads registrar.yaml, cluster.yaml, users.properties and logback.xml from FOLDER; by default, from conf in the working \
            directory, if it exists. Missing files and keys have their defaults.""");
    private static final Option ROLES = withValue("roles", "ROLE,...", """
            Runs only these roles: gateway (HTTP), course, registration (their resources), enrollment (its decisions). By \
            default, all of them.""");
    private static final Option INSTANCES = withValue("instances", "N", """
            Runs N instances of each role, each with its own event loop and connections; by default, half as many as there are \
            processors.""");
    private static final Option VERTICLES = withValue("verticles", "FOLDER", """
            Finds the verticles that the configuration names (verticles.deploy) in the jars of FOLDER; the same as the key \
            verticles.folder.""");
    static final Option CLUSTER = new Option(null, "cluster", false, "Joins the cluster.");
    static final Option CHECK = new Option(null, "check", false, """
            Checks the configuration, its files, the ports, the database and its schemas, and with --cluster the other members \
            without joining them. Prints a line for each result and ends with the exit code of the first problem. Changes \
            nothing.""");
    static final Option MIGRATE =
            new Option(null, "migrate", false, "Brings the schemas of the database up to date and exits.");
    private static final Option RESUME = withValue("resume", "NAME", """
            With the command webhooks: first lets deliveries to the endpoint NAME continue, which it had stopped (410), and \
            tries again at once what has failed.""");
    static final Option HELP = new Option("h", "help", false, "Prints this help and exits.");
    static final Option VERSION = new Option("V", "version", false, "Prints the version and exits.");

    private static final List<Option> ALL =
            List.of(CONF, ROLES, INSTANCES, VERTICLES, CLUSTER, CHECK, MIGRATE, RESUME, HELP, VERSION);

    private static final Options OPTIONS = options();

    /** They describe a node, which neither {@code webhooks} nor {@code --migrate} starts. */
    private static final List<Option> OF_NODES = List.of(ROLES, INSTANCES, VERTICLES, CLUSTER);

    /** The only command of operators; without it, a node starts. Those that are clients of a service have options of their own. */
    private static final String WEBHOOKS = "webhooks";

    private static final String EXIT_CODES = """

            The command webhooks prints the state of each webhook endpoint and exits. The commands import and export send
            files to a running service and receive them from it; each has options and exit codes of its own: import --help.

            Exit codes. The last line of the output says what is wrong; with --check, a line for each problem does:
              0  stopped normally; with --check, no problem was found
              1  an unexpected error; see the log
              2  the command line is wrong
              3  the JVM ran out of memory (with -XX:+ExitOnOutOfMemoryError, which bin/registrar sets)
              4  PostgreSQL cannot be used: it is unavailable, rejects the login, is too old, or has too few connections
              5  a schema cannot be used: it is too new, may not be created, or a migration fails
              6  cannot listen on an address: a port is in use, or the host is not an address of this machine
              7  the cluster cannot be joined; with --check, a member cannot be found or reached
              8  the configuration is wrong: a file, a key, a variable, a value, a certificate, a default password
              9  a verticle that verticles.deploy names cannot be found or does not start
            129, 130, 143  ended at once by SIGHUP, SIGINT or SIGTERM: the second signal, or one before the start began
            """;

    private static Option withValue(String name, String value, String description) {
        return Option.builder()
                .longOpt(name)
                .hasArg()
                .argName(value)
                .desc(description)
                .get();
    }

    private static Options options() {
        var options = new Options();
        ALL.forEach(options::addOption);
        var exclusive = new OptionGroup();
        List.of(CHECK, MIGRATE, HELP, VERSION).forEach(exclusive::addOption);
        return options.addOptionGroup(exclusive);
    }

    /** Parses the command line; fails with a message for the user. */
    static Arguments parse(String... arguments) throws ParseException {
        var given = DefaultParser.builder().setAllowPartialMatching(false).get().parse(OPTIONS, arguments);
        requireKnown(given.getArgList());
        requireOnce(given);
        requireEffect(given);
        return new Arguments(given);
    }

    private static void requireKnown(List<String> arguments) throws ParseException {
        for (var i = 0; i < arguments.size(); i++) {
            if (i > 0 || !arguments.get(i).equals(WEBHOOKS)) {
                throw new ParseException(
                        "there is no argument %s; the commands are import and export, which must come first, and webhooks"
                                .formatted(arguments.get(i)));
            }
        }
    }

    /** An option without effect is a mistake: whoever gives it expects something else. */
    private static void requireEffect(CommandLine given) throws ParseException {
        if (isWebhooks(given)) {
            requireNone(List.of(CHECK, MIGRATE), WEBHOOKS, given);
            requireNone(OF_NODES, WEBHOOKS, given);
        } else if (given.hasOption(RESUME)) {
            throw new ParseException("--resume belongs to the command webhooks");
        }
        if (given.hasOption(MIGRATE)) {
            requireNone(OF_NODES, nameOf(MIGRATE), given);
        }
    }

    private static void requireNone(List<Option> options, String with, CommandLine given) throws ParseException {
        for (var option : options) {
            if (given.hasOption(option)) {
                throw new ParseException("%s and %s cannot be combined".formatted(with, nameOf(option)));
            }
        }
    }

    private static void requireOnce(CommandLine given) throws ParseException {
        for (var option : ALL) {
            if (option.hasArg() && given.hasOption(option) && given.getOptionValues(option).length > 1) {
                throw new ParseException(nameOf(option) + " is given more than once");
            }
        }
    }

    private static String nameOf(Option option) {
        return "--" + option.getLongOpt();
    }

    static void printHelp() {
        try {
            HelpFormatter.builder()
                    .setShowSince(false)
                    .get()
                    .printHelp(
                            "bin/registrar [import|export|webhooks] [OPTION]...",
                            "A course catalogue and registration service: JSON:API 1.0 over HTTP, on PostgreSQL.",
                            ALL,
                            "",
                            false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.out.print(EXIT_CODES);
    }

    boolean has(Option option) {
        return given.hasOption(option);
    }

    boolean wantsWebhooks() {
        return isWebhooks(given);
    }

    private static boolean isWebhooks(CommandLine given) {
        return given.getArgList().contains(WEBHOOKS);
    }

    /** The webhook endpoint that continues. */
    Optional<String> resumedWebhook() {
        return Optional.ofNullable(given.getOptionValue(RESUME));
    }

    ConfigurationFolder folder() throws ParseException {
        return ConfigurationFolder.of(path(CONF));
    }

    /** The folder of the jars with custom verticles, if it is given. */
    Optional<Path> verticles() throws ParseException {
        return path(VERTICLES);
    }

    private Optional<Path> path(Option option) throws ParseException {
        try {
            return Optional.ofNullable(given.getOptionValue(option)).map(Path::of);
        } catch (InvalidPathException e) {
            throw new ParseException(Configuration.notAFileName(nameOf(option)));
        }
    }

    Roles roles() throws ParseException {
        return new Roles(
                given.hasOption(ROLES) ? rolesIn(given.getOptionValue(ROLES)) : Roles.ALL.taken(), instances());
    }

    private static Set<Role> rolesIn(String list) throws ParseException {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (var name : list.split(",", -1)) {
            roles.add(Arrays.stream(Role.values())
                    .filter(role -> role.toString().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> new ParseException("\"%s\" is not one of the roles %s".formatted(name, Roles.ALL))));
        }
        return roles;
    }

    private int instances() throws ParseException {
        var number = given.getOptionValue(INSTANCES, Integer.toString(Roles.DEFAULT_INSTANCES));
        if (!number.matches("[1-9]\\d{0,2}")) {
            throw new ParseException("--instances must be a number from 1 to 999");
        }
        return Integer.parseInt(number);
    }
}
