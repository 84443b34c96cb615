package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be typed on the command line. */
class ArgumentsTest {

    @Test
    void help_and_version_have_the_usual_letters() throws ParseException {
        assertThat(Arguments.parse("-h").wantHelp()).isTrue();
        assertThat(Arguments.parse("-V").wantVersion()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rolez", "-x", "start", "--clust"})
    void what_does_not_exist_is_named_beside_what_does(String argument) {
        assertThatThrownBy(() -> Arguments.parse("--cluster", argument))
                .isInstanceOf(ParseException.class)
                .hasMessageMatching("there is no (option|argument) %s; the options are .*".formatted(argument))
                .hasMessageContainingAll(
                        "--conf", "--roles", "--instances", "--cluster", "--check", "--migrate", "--help");
    }
}
