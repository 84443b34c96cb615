package dev.registrar.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The files of keys and certificates. */
class PemFileTest {

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "It has no mkfifo")
    void a_pipe_is_rejected_instead_of_waiting_for_what_nobody_writes(@TempDir Path folder) throws Exception {
        var pipe = folder.resolve("live.key");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var key = new PemFile("http.tls-key", pipe.toString());
        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThatThrownBy(key::read).hasMessage("http.tls-key: %s is not a file", pipe));
    }
}
