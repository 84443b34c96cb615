package dev.registrar.server.joining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.server.testing.source.CompiledSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The project that the page about your own verticles shows, built and run by Maven. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The command of Maven has another name there")
class JoiningBuildIT {
    private static final String VERSION = System.getProperty("registrar.version");

    /** Without a network: what Registrar needs has been downloaded to build it, and Registrar itself has just been built. */
    private static final String SETTINGS = """
            <settings>
              <localRepository>%1$s/local</localRepository>
              <mirrors>
                <mirror><id>downloaded</id><mirrorOf>*,!built</mirrorOf><url>file://%2$s</url></mirror>
              </mirrors>
              <profiles>
                <profile>
                  <id>built</id>
                  <repositories><repository><id>built</id><url>file://%1$s/built</url></repository></repositories>
                </profile>
              </profiles>
              <activeProfiles><activeProfile>built</activeProfile></activeProfiles>
            </settings>
            """;

    @TempDir
    private Path folder;

    @Test
    void maven_builds_the_project_on_the_page_and_its_program_joins_the_cluster() throws IOException {
        provideBuiltModule();
        writeProject();
        try (var cluster = new LocalCluster()) {
            var node = cluster.start();
            var program = ServiceProcess.run(maven(), environment(cluster), folder.resolve("log"));
            program.awaitLogged(Pattern.compile("The verticle has started"));
            assertThat(LocalCluster.sizeSeenBy(node)).as(program.output()).isEqualTo(2);
            program.end("TERM");
            assertThat(program.awaitEnd()).as(program.output()).isEqualTo(JoiningPage.ENDED_BY_SIGTERM);
        }
    }

    private void provideBuiltModule() throws IOException {
        provide("registrar", Path.of(".."));
        var source = Path.of("..", "cluster-member");
        var target = provide("cluster-member", source);
        var jar = "cluster-member-%s.jar".formatted(VERSION);
        Files.copy(source.resolve("target").resolve(jar), target.resolve(jar));
    }

    /** Copies the POM in a folder to where Maven looks for it, and returns that place. */
    private Path provide(String artifact, Path source) throws IOException {
        var target = Files.createDirectories(
                folder.resolve("built/dev/registrar").resolve(artifact).resolve(VERSION));
        Files.copy(source.resolve("pom.xml"), target.resolve("%s-%s.pom".formatted(artifact, VERSION)));
        return target;
    }

    private void writeProject() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), JoiningPage.pom());
        var settings = SETTINGS.formatted(folder, System.getProperty("maven.repository"));
        Files.writeString(folder.resolve("settings.xml"), settings);
        var sources = Files.createDirectories(folder.resolve("src/main/java/org/example"));
        for (var source : JoiningPage.classes()) {
            Files.writeString(sources.resolve(CompiledSources.nameOf(source) + ".java"), source);
        }
    }

    /** Not {@code compile}: its other plugins, which have nothing to do here, depend on the version of Maven. */
    private List<String> maven() {
        return List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "--batch-mode",
                "--file",
                folder.toString(),
                "--settings",
                folder.resolve("settings.xml").toString(),
                "compiler:compile",
                "exec:java",
                "-Dexec.args=org.example.Prerequisites {}");
    }

    private static Map<String, String> environment(LocalCluster cluster) {
        Map<String, String> environment = new HashMap<>();
        environment.put("CLUSTER", cluster.applicationSettings().encode());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return environment;
    }
}
