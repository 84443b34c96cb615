package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.TransferOptions.OF_BOTH;
import static dev.registrar.server.transfer.TransferOptions.OF_EXPORT;
import static dev.registrar.server.transfer.TransferOptions.OF_IMPORT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.help.HelpFormatter;
import org.apache.commons.cli.help.TextHelpAppendable;

/** How a command is used. */
record Usage(String command, String arguments, String purpose, List<Option> own) {
    static final Usage IMPORT =
            new Usage("import", "FILE ", "Creates and changes resources from the rows of a file.", OF_IMPORT);
    static final Usage EXPORT = new Usage("export", "", "Writes the resources of a collection as rows.", OF_EXPORT);

    static Optional<Usage> of(String command) {
        return Stream.of(IMPORT, EXPORT)
                .filter(usage -> usage.command.equals(command))
                .findFirst();
    }

    Options options() {
        var all = new Options();
        list().forEach(all::addOption);
        return all;
    }

    private List<Option> list() {
        return Stream.concat(OF_BOTH.stream(), own.stream()).toList();
    }

    String help() {
        var text = new StringBuilder();
        try {
            HelpFormatter.builder()
                    .setShowSince(false)
                    .setHelpAppendable(new TextHelpAppendable(text))
                    .get()
                    .printHelp(
                            "bin/registrar %s %s[OPTION]...".formatted(command, arguments), purpose, list(), "", false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + ExitCode.LIST;
    }
}
