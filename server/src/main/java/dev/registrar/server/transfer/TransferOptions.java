package dev.registrar.server.transfer;

import java.util.List;
import org.apache.commons.cli.Option;

/** The options of the commands. */
final class TransferOptions {
    static final List<Option> OF_BOTH = List.of(
            value("type", "TYPE", "The resource type, such as courses."),
            value("url", "URL", "Where the service is, such as https://registrar.example.edu."),
            value("user", "NAME", """
                    Whom to log in as; the password is taken from REGISTRAR_PASSWORD or asked for. Without --user, \
                    REGISTRAR_TOKEN must have an access token."""),
            value("ca", "FILE", "Trusts the certificates in FILE (PEM) instead of those that Java trusts."),
            value("format", "csv|ndjson", "The format of the file; by default, what its name ends in."),
            new Option("h", "help", false, "Prints this help and exits."));

    static final List<Option> OF_IMPORT = List.of(
            value("match-by", "FIELD,...", """
                    The fields by which a row finds the resource that it changes; each type has a default, such as \
                    course_identifier."""),
            value("mode", "create|update|upsert", """
                    Whether rows create resources, change those that are there, or both (upsert, the default)."""),
            flag("dry-run", "Checks everything and changes nothing."),
            flag("strict", "Changes nothing if any row is rejected."),
            value(
                    "key",
                    "KEY",
                    "Goes on with the import of this key (Idempotency-Key), which an interrupted command prints."));

    static final List<Option> OF_EXPORT = List.of(
            value("filter", "NAME=VALUE", """
                    Only resources with this value, such as --filter course_identifier=MAT2318; may be given several times."""),
            value("sort", "FIELD,...", "The order of the rows; -FIELD is descending."),
            value("include", "PATH,...", "Adds the columns of related resources, such as --include courses."),
            value("fields", "[TYPE=]FIELD,...", """
                    Only these columns; those of included resources with their type. May be given several times."""),
            flag("for-spreadsheet", """
                    Marks the file as UTF-8, and puts an apostrophe before cells that a spreadsheet would run."""),
            value("output", "FILE", "Writes to FILE instead of the standard output."));

    private TransferOptions() {}

    private static Option flag(String name, String description) {
        return new Option(null, name, false, description);
    }

    private static Option value(String name, String value, String description) {
        return Option.builder()
                .longOpt(name)
                .hasArg()
                .argName(value)
                .desc(description)
                .get();
    }
}
