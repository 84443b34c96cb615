package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.server.testing.source.CompiledSources;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
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

    private Map<String, String> environment(TestDatabase database) {
        return Map.of("REGISTRAR_DATABASE_URI", database.uri(), "REGISTRAR_ARCHIVES", archives.toString());
    }

    @BeforeEach
    void users() throws IOException {
        CheckRun.writeUsers(configuration);
    }

    /** Starts a node and sends it a request. */
    private ServiceProcess startServing(Path script, Map<String, String> environment) {
        var node = ServiceProcess.launchScript(script, environment, "--conf", configuration.toString());
        node.awaitReady();
        read(node);
        return node;
    }

    private ServiceProcess launchWithArchive(Path script, Map<String, String> environment) {
        var node = ServiceProcess.launchScriptWithArchive(script, environment, "--conf", configuration.toString());
        node.awaitReady();
        return node;
    }

    private static void read(ServiceProcess node) {
        Client.of(node.url())
                .withCredentials("admin", "a better one")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }

    private Path archive() throws IOException {
        try (var files = Files.list(archives)) {
            var found = files.toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    /** Starts and stops a node, and returns whether it has loaded classes of ours from the archive. */
    private boolean runsWithArchive(Path script, TestDatabase database) throws IOException {
        var loaded = configuration.resolve("loaded");
        var environment = new HashMap<>(environment(database));
        environment.put("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + loaded);
        stop(startServing(script, environment));
        try (var lines = Files.lines(loaded)) {
            return lines.anyMatch(
                    line -> line.matches(".*dev\\.registrar\\.\\S+ source: shared objects file \\(top\\)"));
        }
    }

    private static void stop(ServiceProcess node) {
        node.signal("TERM");
        assertThat(node.awaitEnd()).as(node.output()).isZero();
        assertThat(node.output()).endsWith("Registrar has stopped\n");
    }

    @Test
    void the_first_run_of_a_node_writes_an_archive_of_classes_for_the_next_runs_which_ignore_a_broken_one()
            throws IOException {
        try (var database = ServiceDatabase.start()) {
            assertThat(ServiceProcess.launchScript(environment(database), "--version")
                            .awaitEnd())
                    .isZero();
            assertThat(archives).isEmptyDirectory();
            assertThat(runsWithArchive(ServiceProcess.SCRIPT, database)).isFalse();
            var written = Files.getLastModifiedTime(archive());
            assertThat(runsWithArchive(ServiceProcess.SCRIPT, database)).isTrue();
            assertThat(Files.getLastModifiedTime(archive())).isEqualTo(written);

            var ofAKilledWriter = archive();
            Files.delete(ofAKilledWriter);
            Files.write(ofAKilledWriter, new byte[3_000_000]); // The JVM writes the header at the end.
            assertThat(runsWithArchive(ServiceProcess.SCRIPT, database)).isFalse();
        }
    }

    /** The old node writes its archive after the new jar is there. */
    @Tag("faults")
    @Test
    void a_new_jar_gets_an_archive_of_its_own_in_place_of_that_of_the_old_one(@TempDir Path folder) throws IOException {
        var script = Files.copy(ServiceProcess.SCRIPT, folder.resolve("registrar"), StandardCopyOption.COPY_ATTRIBUTES);
        var built = Path.of(System.getProperty("registrar.jar"));
        var jar = Files.copy(built, folder.resolve("registrar.jar"));
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2024-05-17T08:30:00Z")));
        try (var database = ServiceDatabase.start()) {
            var old = startServing(script, environment(database));
            Files.move(Files.copy(built, folder.resolve("new")), jar, StandardCopyOption.ATOMIC_MOVE);
            stop(old);
            var ofOldJar = archive();
            assertThat(runsWithArchive(script, database)).isFalse();
            assertThat(archive()).isNotEqualTo(ofOldJar);
            assertThat(runsWithArchive(script, database)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:MaxRAM=1536m,                          402653184",
        "-Xmx300m,                                  314572800",
        "-XX:MaxRAM=1g -XX:MaxRAMPercentage=37.5,   402653184"
    })
    void the_heap_is_a_quarter_of_the_memory_unless_an_option_of_the_jvm_says_otherwise(String options, String heap) {
        var flags = ServiceProcess.launchScript(
                Map.of("JAVA_TOOL_OPTIONS", options + " -XX:+PrintFlagsFinal"), "--version");
        assertThat(flags.awaitEnd()).isZero();
        assertThat(flags.output()).containsPattern("MaxHeapSize += " + heap);
    }

    @Test
    void handshakes_that_need_much_computation_are_refused(@TempDir Path folder) throws Exception {
        try (var database = ServiceDatabase.start()) {
            var environment = new HashMap<>(environment(database));
            environment.putAll(PemFiles.issue(folder).variables());
            var node = launchWithArchive(ServiceProcess.SCRIPT, environment);
            assertThat(handshake(node, "X25519")).isZero();
            assertThat(handshake(node, "ffdhe8192")).isNotZero();
            stop(node);
        }
    }

    /** The exit code of a client that can use only this group for its key exchange (RFC 8446, 4.2.7). */
    private static int handshake(ServiceProcess node, String group) throws Exception {
        return new ProcessBuilder(
                        "openssl",
                        "s_client",
                        "-groups",
                        group,
                        "-connect",
                        URI.create(node.url()).getAuthority())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void connections_leave_files_for_the_node_where_few_can_be_open(@TempDir Path folder) throws IOException {
        var script = folder.resolve("with few files");
        Files.writeString(
                script, "#!/bin/sh\nulimit -n 600\nexec %s \"$@\"\n".formatted(ServiceProcess.SCRIPT.toAbsolutePath()));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        try (var database = ServiceDatabase.start()) {
            var node = launchWithArchive(script, environment(database));
            read(node);
            var connections = new ArrayList<OpenConnection>();
            for (var number = 0; number < 700; number++) {
                connections.add(OpenConnection.to(URI.create(node.url()).getPort()));
            }
            read(node);
            for (var connection : connections) {
                connection.close();
            }
            stop(node);
        }
    }

    /** As started by cron, and by systemd on a machine without a locale. */
    @Test
    @DisabledIfSystemProperty(
            named = "sun.jnu.encoding",
            matches = "ANSI.*",
            disabledReason = "This JVM cannot create such a folder")
    void it_starts_and_stops_without_a_locale_in_folders_whose_names_have_spaces_and_letters_outside_ascii(
            @TempDir Path parent) throws IOException {
        var folder = Files.createDirectory(parent.resolve("Universität Łódź 登録 100%20"));
        var script = Files.copy(ServiceProcess.SCRIPT, folder.resolve("registrar"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(Path.of(System.getProperty("registrar.jar")), folder.resolve("registrar.jar"));
        configuration = Files.createDirectory(folder.resolve("configuración"));
        users();
        var environment = new HashMap<>(
                PemFiles.issue(Files.createDirectory(folder.resolve("clé"))).variables());
        environment.put("LC_ALL", "C");
        environment.put("REGISTRAR_VERTICLES_DEPLOY", "[{ name: org.example.greeting.Greeting }]");
        var jars = Files.createDirectory(folder.resolve("Erweiterungen für uns"));
        CompiledSources.compile(folder, System.getProperty("java.class.path"), """
                        package org.example.greeting;

                        public class Greeting extends io.vertx.core.AbstractVerticle {
                          @Override
                          public void stop() {
                            System.out.println("Auf Wiedersehen, żegnaj, 再見");
                          }
                        }
                        """)
                .pack(jars.resolve("Grüße.jar"));
        try (var database = ServiceDatabase.start()) {
            environment.put("REGISTRAR_DATABASE_URI", database.uri());
            var node = ServiceProcess.launchScript(
                    script, environment, "--conf", configuration.toString(), "--verticles", jars.toString());
            node.awaitReady();
            assertThat(node.url()).startsWith("https://");
            stop(node);
            assertThat(node.output()).contains("Auf Wiedersehen, żegnaj, 再見").doesNotContain("Exception", " WARN ");
            try (var files = Files.list(folder)) {
                assertThat(files).anyMatch(file -> file.toString().endsWith(".jsa"));
            }
        }
    }
}
