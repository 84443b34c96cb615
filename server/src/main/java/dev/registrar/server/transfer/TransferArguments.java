package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.ExitCode.WRONG_ARGUMENTS;

import dev.registrar.resource.bus.FileFormat;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.ParseException;

/** The command line of {@code import} or {@code export}, after the command itself. */
record TransferArguments(CommandLine given) {
    private static final Set<String> REPEATABLE = Set.of("filter", "fields");

    static TransferArguments parse(Usage usage, List<String> arguments) throws TransferException {
        try {
            var given = DefaultParser.builder()
                    .setAllowPartialMatching(false)
                    .get()
                    .parse(usage.options(), arguments.toArray(String[]::new));
            requireOnce(given);
            return new TransferArguments(given);
        } catch (ParseException e) {
            throw wrong(e.getMessage());
        }
    }

    private static void requireOnce(CommandLine given) throws TransferException {
        for (var option : given.getOptions()) {
            if (option.hasArg()
                    && given.getOptionValues(option).length > 1
                    && !REPEATABLE.contains(option.getLongOpt())) {
                throw wrong("--%s is given more than once".formatted(option.getLongOpt()));
            }
        }
    }

    boolean wantsHelp() {
        return given.hasOption("help");
    }

    String type() throws TransferException {
        var type = required("type");
        if (!type.matches("\\w+")) {
            throw wrong("--type must be the name of a resource type, such as courses, not %s".formatted(type));
        }
        return type;
    }

    String url() throws TransferException {
        return required("url");
    }

    Optional<String> user() {
        return value("user");
    }

    Optional<Path> ca() throws TransferException {
        var ca = value("ca");
        if (ca.isPresent() && !Files.isReadable(path(ca.get()))) {
            throw wrong("%s, the file of --ca, cannot be read".formatted(ca.get()));
        }
        return ca.map(Path::of);
    }

    /** The only argument that is no option. */
    Path file() throws TransferException {
        var arguments = given.getArgList();
        if (arguments.size() != 1) {
            throw wrong("give the one file to import");
        }
        return path(arguments.get(0));
    }

    Optional<Path> output() throws TransferException {
        if (!given.getArgList().isEmpty()) {
            throw wrong("there is no argument %s; --output names the file"
                    .formatted(given.getArgList().get(0)));
        }
        var output = value("output");
        return output.isPresent() ? Optional.of(path(output.get())) : Optional.empty();
    }

    /** The format that is given, or that a file's name ends in. */
    Optional<FileFormat> format(Optional<Path> file) throws TransferException {
        var name = value("format");
        var format = name.or(() -> file.map(path -> path.toString().replaceFirst(".*\\.", "")))
                .flatMap(TransferArguments::formatNamed);
        if (name.isPresent() && format.isEmpty()) {
            throw wrong("--format must be csv or ndjson, not %s".formatted(name.get()));
        }
        return format;
    }

    private static Optional<FileFormat> formatNamed(String extension) {
        return Stream.of(FileFormat.values())
                .filter(format -> format.extension().equalsIgnoreCase(extension))
                .findFirst();
    }

    Optional<String> key() {
        return value("key");
    }

    boolean isStrict() {
        return given.hasOption("strict");
    }

    boolean isDryRun() {
        return given.hasOption("dry-run");
    }

    /** The query of an import. */
    String importQuery() throws TransferException {
        Map<String, String> parameters = new TreeMap<>(Map.of("resource_type", type()));
        value("match-by").ifPresent(fields -> parameters.put("match_by", fields));
        value("mode").ifPresent(mode -> parameters.put("import_mode", mode));
        if (isDryRun()) {
            parameters.put("dry_run", "true");
        }
        return query(parameters);
    }

    private Map<String, String> filters() throws TransferException {
        Map<String, String> filters = new TreeMap<>();
        for (var filter : values("filter")) {
            var parts = filter.split("=", 2);
            if (parts.length < 2 || filters.put("filter[%s]".formatted(parts[0]), parts[1]) != null) {
                throw wrong("--filter must be NAME=VALUE, and each name may be given once: %s".formatted(filter));
            }
        }
        return filters;
    }

    /** The query for the number of resources that are exported. */
    String countQuery() throws TransferException {
        var parameters = filters();
        parameters.put("page[size]", "1");
        return query(parameters);
    }

    /** The query of an export. */
    String exportQuery() throws TransferException {
        var parameters = filters();
        value("sort").ifPresent(fields -> parameters.put("sort", fields));
        value("include").ifPresent(paths -> parameters.put("include", paths));
        for (var fields : values("fields")) {
            var parts = fields.contains("=") ? fields.split("=", 2) : new String[] {type(), fields};
            parameters.put("fields[%s]".formatted(parts[0]), parts[1]);
        }
        if (given.hasOption("for-spreadsheet")) {
            parameters.put("for_spreadsheet", "true");
        }
        return query(parameters);
    }

    private static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private String required(String option) throws TransferException {
        return value(option).orElseThrow(() -> wrong("--%s is missing".formatted(option)));
    }

    private Optional<String> value(String option) {
        return Optional.ofNullable(given.getOptionValue(option));
    }

    private List<String> values(String option) {
        return given.hasOption(option) ? List.of(given.getOptionValues(option)) : List.of();
    }

    private static Path path(String name) throws TransferException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw wrong("%s is not the name of a file".formatted(name));
        }
    }

    static TransferException wrong(String message) {
        return new TransferException(WRONG_ARGUMENTS, "%s; see --help.".formatted(message));
    }
}
