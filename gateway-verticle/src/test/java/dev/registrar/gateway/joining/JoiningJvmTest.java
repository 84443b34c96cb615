package dev.registrar.gateway.joining;

import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.TestDatabase;
import dev.registrar.gateway.testing.document.CodeBlock;
import dev.registrar.gateway.testing.node.LocalCluster;
import dev.registrar.gateway.testing.node.ServiceProcess;
import dev.registrar.gateway.testing.source.CompiledSources;
import io.vertx.core.Vertx;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The verticle in a JVM of its own, exactly as the page about your own verticles shows it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
class JoiningJvmTest {
    private static final Pattern MAIN_CLASS = Pattern.compile("<exec.mainClass>(.*)</exec.mainClass>");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>([a-z-]+)</artifactId>\\s*<version>(\\d+\\..*)</version>");
    private static final LocalCluster CLUSTER = new LocalCluster();

    private static TestDatabase database;
    private static Vertx node;
    private static Client admin;

    @TempDir
    private Path folder;

    @BeforeAll
    static void a_node_of_a_cluster() throws IOException {
        database = TestDatabase.start();
        node = CLUSTER.start();
        var port = Await.success(new Deployment(node, Service.configuration(database.uri())).start());
        admin = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
        database.close();
    }

    private static Stream<String> shown(String language) throws IOException {
        return CodeBlock.of("gateway-verticle/documentation/joining.md").stream()
                .filter(block -> block.is(language))
                .map(CodeBlock::text);
    }

    /** Starts the program that the page shows, with the settings that it names. */
    private ServiceProcess startShown(String secret) throws IOException {
        var classPath = System.getProperty("java.class.path");
        var compiled = CompiledSources.compile(folder, classPath, shown("java").toArray(String[]::new));
        return ServiceProcess.run(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        compiled.classes() + File.pathSeparator + classPath,
                        mainClass()),
                Map.of(
                        "REGISTRAR_CLUSTER_NAME",
                        CLUSTER.settings().getString("name"),
                        "REGISTRAR_CLUSTER_SECRET",
                        secret,
                        "REGISTRAR_CLUSTER_MEMBERS",
                        "127.0.0.1:" + LocalCluster.portOf(node),
                        "REGISTRAR_CLUSTER_PORT",
                        Integer.toString(freePort())),
                folder.resolve("output"));
    }

    private static String shownPom() throws IOException {
        return shown("xml").findFirst().orElseThrow();
    }

    private static String mainClass() throws IOException {
        var element = MAIN_CLASS.matcher(shownPom());
        assertThat(element.find()).isTrue();
        return element.group(1);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void the_program_on_the_page_joins_the_cluster_replies_and_leaves_it() throws IOException {
        var course = admin.post("/v1/courses/", course(unique("JOIN"), "Modal Logic"))
                .expectStatus(201)
                .id();
        var program = startShown(CLUSTER.settings().getString("secret"));
        Await.until(
                "it replies with the name of the course",
                () -> node.eventBus()
                        .<String>request("org.example.course-names", course)
                        .map(reply -> reply.body().equals("Modal Logic"))
                        .otherwise(false)
                        .toCompletionStage()
                        .toCompletableFuture()
                        .join());
        program.end("TERM");
        Await.until("it has left the cluster", () -> LocalCluster.sizeSeenBy(node) == 1);
    }

    @Test
    void the_program_on_the_page_says_why_it_is_not_let_in_and_ends() throws IOException {
        var program = startShown("a secret of somebody else");
        assertThat(program.awaitEnd()).isEqualTo(1);
        assertThat(program.output()).contains("cluster.secret");
    }

    @Test
    void the_pom_on_the_page_has_no_parent_and_the_versions_of_this_project() throws IOException {
        var pom = shownPom();
        assertThat(pom).doesNotContain("<parent>");
        var project = Files.readString(Path.of("../pom.xml"));
        assertThat(VERSION.matcher(pom).results())
                .hasSize(3)
                .allSatisfy(part -> assertThat(project)
                        .containsPattern("<artifactId>%s</artifactId>\\s*<version>%s</version>"
                                .formatted(
                                        part.group(1).equals("gateway-verticle") ? "registrar" : part.group(1),
                                        part.group(2))));
    }
}
