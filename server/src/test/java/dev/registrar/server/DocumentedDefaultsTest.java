package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.testing.source.ProjectFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The defaults in the documentation are those of the configuration. */
class DocumentedDefaultsTest {
    /** A key with its default: {@code `http.drain-delay` (5 s)}. */
    private static final Pattern DEFAULT = Pattern.compile("`([a-z-]+)\\.([a-z-]+)` \\((\\d[^)]*)\\)");

    static Stream<Arguments> defaults() {
        return ProjectFiles.endingWith(".md")
                .flatMap(page -> DEFAULT.matcher(read(page))
                        .results()
                        .map(found -> arguments(page, found.group(1), found.group(2), found.group(3))));
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void a_value_in_parentheses_after_a_key_is_its_default(Path page, String section, String key, String value) {
        var actual = Configuration.defaults().getJsonObject(section).getValue(key);
        assertThat(value.replace(",", "")).isEqualTo(actual.toString());
    }
}
