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
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/registrar}, which starts the runnable jar. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The start script is for a POSIX shell")
class StartScriptIT {
    private static final String WRITES_ARCHIVE = "Writing a class archive";

    @TempDir
    private Path configuration;

    @TempDir
    private Path archives;

    private Map<String, String> environment(TestDatabase database) {
        return Map.of("REGISTRAR_DATABASE_URI", database.uri(), "REGISTRAR_ARCHIVES", archives.toString());
    }

    @BeforeEach
    void users() throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                role.administrator = read
                """);
    }

    /** Starts a node and sends it a request. */
    private ServiceProcess startServing(Path script, Map<String, String> environment) {
        var node = ServiceProcess.launchScript(script, environment, "--conf", configuration.toString());
        node.awaitReady();
        Client.of(node.url())
                .withCredentials("admin", "a better one")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        return node;
    }

    @Test
    void the_first_run_of_the_script_writes_a_class_data_archive_for_the_next_run() throws IOException {
        try (var database = TestDatabase.start()) {
            var environment = environment(database);
            assertThat(ServiceProcess.launchScript(environment, "--version").awaitEnd())
                    .isZero();
            assertThat(archives).isEmptyDirectory();
            for (var run = 1; run <= 2; run++) {
                var node = startServing(ServiceProcess.SCRIPT, environment);
                node.end("TERM");
                assertThat(node.output().contains(WRITES_ARCHIVE))
                        .as("the archive is written by run %d, which has logged:%n%s", run, node.output())
                        .isEqualTo(run == 1);
                assertThat(node.output()).doesNotContainIgnoringCase("dynamic dump");
                try (var files = Files.list(archives)) {
                    assertThat(files).singleElement().asString().endsWith(".jsa");
                }
            }
        }
    }

    /** The archive of the old jar would be newer than the new jar, so that no run would write one for the new jar. */
    @Test
    void a_node_whose_jar_was_replaced_meanwhile_leaves_the_archive_to_the_first_run_of_the_new_jar(
            @TempDir Path folder) throws IOException {
        var script = Files.copy(ServiceProcess.SCRIPT, folder.resolve("registrar"), StandardCopyOption.COPY_ATTRIBUTES);
        var built = Path.of(System.getProperty("registrar.jar"));
        var jar = Files.copy(built, folder.resolve("registrar.jar"));
        try (var database = TestDatabase.start()) {
            var old = startServing(script, environment(database));
            Files.move(Files.copy(built, folder.resolve("new")), jar, StandardCopyOption.ATOMIC_MOVE);
            old.end("TERM");
            assertThat(old.output()).doesNotContain(WRITES_ARCHIVE);
            assertThat(archives).isEmptyDirectory();
            var next = startServing(script, environment(database));
            next.end("TERM");
            assertThat(next.output()).contains(WRITES_ARCHIVE);
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
