package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.platform.operations.StartFailure;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command-line arguments. */
class ArgumentsTest {

    @Test
    void the_short_options_of_help_and_version_are_h_and_capital_v() throws ParseException {
        assertThat(Arguments.parse("-h").has(Arguments.HELP)).isTrue();
        assertThat(Arguments.parse("-V").has(Arguments.VERSION)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --conf a --conf b    | --conf is given more than once
                    --roles course --instances 2 --roles gateway | --roles is given more than once
                    --check --migrate    | The option 'migrate' was specified but an option from this group has already been selected: 'check'
                    --cluster --conf     | Missing argument for option: conf
                    webhooks --check     | webhooks and --check cannot be combined
                    webhooks --migrate   | webhooks and --migrate cannot be combined
                    --resume library     | --resume belongs to the command webhooks
                    """)
    void options_that_contradict_each_other_or_lack_a_value_are_rejected(String arguments, String error) {
        assertRejected(arguments, error);
    }

    private static void assertRejected(String arguments, String error) {
        assertThatThrownBy(() -> Arguments.parse(arguments.split(" ", -1)))
                .isInstanceOf(ParseException.class)
                .hasMessage(error);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--roles enrollment", "--instances 3", "--verticles lib", "--cluster"})
    void options_of_a_node_are_rejected_where_no_node_starts(String option) {
        var name = option.split(" ", -1)[0];
        assertRejected("webhooks " + option, "webhooks and %s cannot be combined".formatted(name));
        assertRejected("--migrate " + option, "--migrate and %s cannot be combined".formatted(name));
    }

    /** It ends with 3, whatever the program does; a supervisor that does not restart wrong configurations must restart it. */
    @Test
    void no_failed_start_has_the_exit_code_of_a_jvm_that_ran_out_of_memory() {
        assertThat(StartFailure.values()).extracting(StartFailure::exitCode).doesNotContain(0, 1, 2, 3);
    }

    @Test
    void an_unknown_role_is_rejected_with_a_list_of_the_known_roles() throws ParseException {
        var wrong = Arguments.parse("--roles", "gateway,dean");
        assertThatThrownBy(wrong::roles)
                .isInstanceOf(ParseException.class)
                .hasMessageContainingAll("\"dean\"", "enrollment");
    }

    @ParameterizedTest
    @CsvSource({
        "--rolez, Unrecognized option: --rolez",
        "-x, Unrecognized option: -x",
        "--clust, Unrecognized option: --clust",
        "start, 'there is no argument start; the commands are import and export, which must come first, and webhooks'"
    })
    void an_unknown_option_or_argument_is_rejected(String argument, String error) {
        assertRejected("--cluster " + argument, error);
    }
}
