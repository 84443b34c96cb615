package dev.registrar.server.testing.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.Launcher;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.testing.PreparedFolder;
import dev.registrar.testing.http.Client;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Classes that a JVM maps in place of loading them from a class path, which halves the CPU time of a start. A node writes them when
 * it ends, once in a build; without them, a JVM only starts more slowly.
 */
final class ClassArchive {
    private static final String FILE = "classes.jsa";
    private static final String USERS = """
            user.admin = a better one,dean
            role.dean = *
            """;

    private final Path folder;
    private final List<Path> classPath;

    private ClassArchive(Path folder, List<Path> classPath) {
        this.folder = folder;
        this.classPath = classPath;
    }

    /** Returns the archive of this class path, after the first call in this build has prepared it. */
    static ClassArchive of(String classPath) {
        var entries =
                Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList();
        var name = "classes-" + Integer.toHexString(classPath.hashCode());
        return new ClassArchive(
                PreparedFolder.of(name, folder -> new ClassArchive(folder, entries).prepare()), entries);
    }

    /** The class path, in which a jar stands for each folder: classes from folders cannot be archived. */
    String classPath() {
        return IntStream.range(0, classPath.size())
                .mapToObj(entry -> isFolder(entry) ? jar(entry) : classPath.get(entry))
                .map(Path::toString)
                .reduce((first, second) -> first + File.pathSeparator + second)
                .orElseThrow();
    }

    /** The options of a JVM that uses the archive. */
    List<String> options() {
        return List.of("-XX:SharedArchiveFile=" + folder.resolve(FILE), "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    private boolean isFolder(int entry) {
        return Files.isDirectory(classPath.get(entry));
    }

    private Path jar(int entry) {
        return folder.resolve(entry + ".jar");
    }

    private void prepare() throws IOException {
        for (var entry = 0; entry < classPath.size(); entry++) {
            if (isFolder(entry)) {
                pack(classPath.get(entry), jar(entry));
            }
        }
        var configuration = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(configuration.resolve("users.properties"), USERS);
        try (var database = ServiceDatabase.start();
                var cluster = new LocalCluster()) {
            var environment = new HashMap<>(cluster.variables());
            environment.put("REGISTRAR_DATABASE_URI", database.uri());
            var writing = List.of("-XX:ArchiveClassesAtExit=" + folder.resolve(FILE), "-cp", classPath());
            var node = ServiceProcess.launch(
                    writing, Launcher.class, environment, "--cluster", "--conf", configuration.toString());
            node.awaitReady();
            Client.of(node.url())
                    .withCredentials("admin", "a better one")
                    .get("/v1/courses/")
                    .expectStatus(200);
            node.end("TERM");
        }
    }

    private static void pack(Path folder, Path jar) {
        var exitCode = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--create", "--file", jar.toString(), "-C", folder.toString(), ".");
        assertThat(exitCode).as("the exit code of jar").isZero();
    }
}
