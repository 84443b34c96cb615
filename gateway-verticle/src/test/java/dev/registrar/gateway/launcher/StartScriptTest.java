package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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
}
