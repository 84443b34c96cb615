package dev.registrar.server.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.server.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit of systemd in conf. {@code SystemdUnitIT} runs its command. */
class SystemdUnitTest {
    /** How long writing the archive of classes took on a busy machine, in seconds. */
    private static final int ARCHIVE = 46;

    private static final String WRONG_COMMAND_LINE = "2";

    @TempDir
    private Path root;

    private static SystemdUnit unit() throws IOException {
        return SystemdUnit.read();
    }

    private String analyze(String... arguments) throws IOException, InterruptedException {
        assumeTrue(Program.isInstalled("systemd-analyze"), "systemd is not installed");
        var program = Files.createDirectories(root.resolve("opt/registrar"));
        Files.copy(Path.of("../bin/registrar"), program.resolve("registrar"));
        var file = Files.writeString(
                root.resolve("registrar.service"), unit().below(root).text());
        var command = new String[arguments.length + 2];
        command[0] = "systemd-analyze";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        command[command.length - 1] = file.toString();
        return Program.run(root, Map.of(), command);
    }

    @Test
    void systemd_knows_every_key_and_value_of_the_unit() throws IOException, InterruptedException {
        assertThat(analyze("verify", "--man=no")).isEmpty();
    }

    /** From 0 to 10; without any of the restrictions, it would be 9.6. */
    @Test
    void systemd_rates_the_exposure_of_the_service_at_1_5_or_less() throws IOException, InterruptedException {
        assertThat(analyze("security", "--no-pager", "--offline=true", "--threshold=15"))
                .contains("Overall exposure level");
    }

    @Test
    void systemd_waits_longer_for_a_stop_than_the_stop_may_take() throws IOException {
        assertThat(unit().number("TimeoutStopSec", "s")).isGreaterThan((int) TimeLimits.STOP.toSeconds() + ARCHIVE);
    }

    @Test
    void the_memory_of_the_unit_suffices_for_the_smallest_supported_heap() throws IOException {
        assertThat(unit().number("MemoryMax", "M")).isGreaterThanOrEqualTo(NeededMemory.megabytes());
    }

    @Test
    void only_what_a_restart_cannot_mend_prevents_it() throws IOException {
        assertThat(unit().value("RestartPreventExitStatus").split(" "))
                .containsExactly(
                        WRONG_COMMAND_LINE, exitCode(StartFailure.SCHEMA), exitCode(StartFailure.CONFIGURATION));
    }

    private static String exitCode(StartFailure failure) {
        return Integer.toString(failure.exitCode());
    }
}
