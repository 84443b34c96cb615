package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.TestDatabase;
import dev.registrar.gateway.testing.node.ServiceProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/registrar}, which starts the runnable jar. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The start script is for a POSIX shell")
class StartScriptIT {
    @TempDir
    private Path configuration;

    @TempDir
    private Path archives;

    @Test
    void the_first_run_of_the_script_writes_a_class_data_archive_for_the_next_run() throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                role.administrator = read
                """);
        try (var database = TestDatabase.start()) {
            var environment =
                    Map.of("REGISTRAR_DATABASE_URI", database.uri(), "REGISTRAR_ARCHIVES", archives.toString());
            assertThat(ServiceProcess.launchScript(environment, "--version").awaitEnd())
                    .isZero();
            assertThat(archives).isEmptyDirectory();
            for (var run = 1; run <= 2; run++) {
                var node = ServiceProcess.launchScript(environment, "--conf", configuration.toString());
                node.awaitReady();
                Client.of(node.url())
                        .withCredentials("admin", "a better one")
                        .get("/v1/courses/?page[size]=1")
                        .expectStatus(200);
                node.end("TERM");
                assertThat(node.output().contains("Writing a class archive"))
                        .as("the archive is written by run %d, which has logged:%n%s", run, node.output())
                        .isEqualTo(run == 1);
                assertThat(node.output()).doesNotContainIgnoringCase("dynamic dump");
                try (var files = Files.list(archives)) {
                    assertThat(files).singleElement().asString().endsWith(".jsa");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',                MaxHeapSize=134217728, UseSerialGC, true",
        "-Xmx300m,          MaxHeapSize=314572800, UseSerialGC, false",
        "-XX:NewRatio=3,    MaxHeapSize=134217728, UseSerialGC, false",
        "-XX:+UseG1GC,      MaxHeapSize=134217728, UseG1GC,     false"
    })
    void the_script_chooses_a_small_heap_unless_an_option_of_the_jvm_says_otherwise(
            String option, String heap, String collector, boolean choosesNewSize) {
        var flags = ServiceProcess.launchScript(
                Map.of("JAVA_TOOL_OPTIONS", option + " -XX:+PrintCommandLineFlags"), "--version");
        assertThat(flags.awaitEnd()).isZero();
        assertThat(flags.output()).contains(heap, "+" + collector);
        assertThat(flags.output().contains("MaxNewSize=56623104")).isEqualTo(choosesNewSize);
    }

    @ParameterizedTest
    @CsvSource({"'', 5000", "-XX:+UnlockExperimentalVMOptions -XX:TrimNativeHeapInterval=7777, 7777"})
    void the_script_returns_freed_memory_of_the_c_library_to_the_system(String option, int interval) {
        assumeThatCode(() -> ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .getVMOption("TrimNativeHeapInterval"))
                .as("the JVM has the option")
                .doesNotThrowAnyException();
        var flags = ServiceProcess.launchScript(
                Map.of("JAVA_TOOL_OPTIONS", option + " -XX:+PrintCommandLineFlags"), "--version");
        assertThat(flags.awaitEnd()).isZero();
        assertThat(flags.output()).contains("TrimNativeHeapInterval=" + interval);
    }
}
