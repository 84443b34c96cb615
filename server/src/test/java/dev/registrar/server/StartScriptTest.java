package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/registrar} in a folder that has not been built. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The start script is for a POSIX shell")
class StartScriptTest {
    @TempDir
    private Path folder;

    @Test
    void without_a_jar_the_script_names_the_command_that_builds_it() throws IOException {
        var script = Files.copy(Path.of("..", "bin", "registrar"), folder.resolve("registrar"));
        var process = new ProcessBuilder("sh", script.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Await.until("the script has ended", () -> !process.isAlive());
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(output).contains("mvn package -Dmaven.test.skip=true").doesNotContain("Unable to access");
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, false", "22.0.2, false", "25.0.3, true"})
    void java_is_kept_from_warnings_about_unsafe_only_where_it_has_them(String version, boolean isKept)
            throws IOException {
        Files.copy(Path.of("..", "bin", "registrar"), folder.resolve("registrar"));
        Files.createFile(folder.resolve("registrar.jar"));
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
        var java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        var builder = new ProcessBuilder("sh", folder.resolve("registrar").toString(), "--version");
        builder.environment().put("JAVA_HOME", folder.toString());
        var process = builder.start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains("=allow"))
                .isEqualTo(isKept);
    }
}
