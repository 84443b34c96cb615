package dev.registrar.resource.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Finds the SQL migrations that the verticles ship as resources on the class path. */
final class MigrationFiles {
    /** Contains a folder for each schema, and one with the migrations that every schema has. */
    private static final String ROOT = "db";

    private static final String EVERY_SCHEMA = ROOT + "/every-schema";
    private static final ClassLoader LOADER = MigrationFiles.class.getClassLoader();

    /** The files of all schemas, listed once: listing a jar takes as long for one file as for all. */
    private static final List<String> ALL = list();

    private MigrationFiles() {}

    /** The folders with the migrations of a schema. */
    static List<String> folders(String schema) {
        return List.of(ROOT + "/" + schema, EVERY_SCHEMA);
    }

    /** The paths of the migrations of a schema. */
    static Stream<String> of(String schema) {
        return ALL.stream().filter(path -> folders(schema).contains(path.substring(0, path.lastIndexOf('/'))));
    }

    static String read(String path) {
        try (var file = LOADER.getResourceAsStream(path)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Identifies the SQL of a migration that every schema has; comments do not count. */
    static int versionOf(String file) {
        var statements = read(EVERY_SCHEMA + "/" + file).lines().filter(line -> !line.startsWith("--"));
        return MigrationHistory.checksum(statements.collect(Collectors.joining("\n")));
    }

    private static List<String> list() {
        try {
            return Collections.list(LOADER.getResources(ROOT)).stream()
                    .flatMap(MigrationFiles::list)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> list(URL root) {
        try {
            return (root.openConnection() instanceof JarURLConnection jar ? listJar(jar) : listFolder(root)).stream();
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("Cannot list the migrations in %s".formatted(root), e);
        }
    }

    private static List<String> listJar(JarURLConnection jar) throws IOException {
        return jar.getJarFile().stream()
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith(ROOT + "/") && !name.endsWith("/"))
                .toList();
    }

    private static List<String> listFolder(URL root) throws IOException, URISyntaxException {
        var folder = Path.of(root.toURI());
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.getParent().relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }
}
