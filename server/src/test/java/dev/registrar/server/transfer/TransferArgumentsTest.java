package dev.registrar.server.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command lines of {@code import} and {@code export}, and who gives them. */
class TransferArgumentsTest {
    private static final Map<String, String> TOKEN = Map.of("REGISTRAR_TOKEN", "a.token");

    @TempDir
    private Path folder;

    private static CommandRun run(Map<String, String> environment, String commandLine) {
        return CommandRun.exactly(environment, commandLine.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    import --type courses --url http://a                      | give the one file to import
                    import a.csv b.csv --type courses --url http://a          | give the one file to import
                    import courses.txt --type courses --url http://a          | --format must say what courses.txt is
                    import a.csv --url http://a                               | --type is missing
                    export --type courses                                     | --url is missing
                    import a.csv --type courses --type course_terms           | --type is given more than once
                    import a.csv --type courses --sort id                     | Unrecognized option: --sort
                    export --type courses --url http://a --format xlsx        | --format must be csv or ndjson, not xlsx
                    export courses.csv --type courses --url http://a          | --output names the file
                    export --type courses --url ftp://a                       | --url must be like https://
                    export --type courses --url a:8080                        | --url must be like https://
                    export --type courses --url http://a?b=c                  | --url must be like https://
                    export --type ../courses --url http://a                   | --type must be the name of a resource type
                    export --type courses --url http://a --filter search      | --filter must be NAME=VALUE
                    export --type courses --url http://a --filter a=1 --filter a=2 | --filter must be NAME=VALUE
                    export --type courses --url http://a --user a:secret      | --user must be a name
                    export --type courses --url http://a --user a             | REGISTRAR_PASSWORD must have the password
                    export --type courses --url http://a --ca missing.pem     | missing.pem
                    """)
    void a_command_line_that_is_wrong_is_explained(String commandLine, String error) throws IOException {
        assertThat(run(TOKEN, commandLine).expect(ExitCode.WRONG_ARGUMENTS).err())
                .contains(error)
                .contains("--help");
    }

    @Test
    void somebody_must_log_in() {
        assertThat(run(Map.of(), "export --type courses --url http://127.0.0.1:1")
                        .expect(ExitCode.WRONG_ARGUMENTS)
                        .err())
                .contains("--user", "REGISTRAR_TOKEN");
    }

    @Test
    void a_file_that_cannot_be_read_is_told_before_anything_is_sent() throws IOException {
        var missing = folder.resolve("courses.csv");
        var run = run(TOKEN, "import %s --type courses --url http://127.0.0.1:1".formatted(missing));
        assertThat(run.expect(ExitCode.FAILED).err()).contains(missing.toString());
        Files.createDirectory(missing);
        run(TOKEN, "import %s --type courses --url http://127.0.0.1:1".formatted(missing))
                .expect(ExitCode.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"import --help", "export -h"})
    void the_help_lists_the_options_and_the_exit_codes(String commandLine) {
        var help = run(Map.of(), commandLine).expect(ExitCode.DONE).out();
        assertThat(help).contains("--type", "--ca", "REGISTRAR_PASSWORD", "Exit codes");
        for (var code : ExitCode.values()) {
            assertThat(help).containsPattern("\\n +%s  ".formatted(code.number()));
        }
    }
}
