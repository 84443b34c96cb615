package dev.registrar.server.testing.node;

import dev.registrar.server.development.DevelopmentLauncher;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.testing.PreparedFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class path of the tests for other JVMs, with an archive of its loaded classes, which takes a third off the CPU time of a
 * start. A JVM that cannot use the archive starts without it. Because archives contain only classes from jars, folders on the
 * class path are replaced by jars.
 */
final class ArchivedClasses {
    private static final Pattern READY = Pattern.compile("API +http");

    private static final Path FOLDER = PreparedFolder.of("classes", ArchivedClasses::prepare);

    private ArchivedClasses() {}

    /** Returns the words that follow {@code java} in a command that runs this class. */
    static String[] options(String mainClass) {
        return options("-XX:SharedArchiveFile=", FOLDER, "", mainClass);
    }

    /** Like {@link #options(String)} for a class in this folder. */
    static String[] options(Path classes, String mainClass) {
        return options("-XX:SharedArchiveFile=", FOLDER, File.pathSeparator + classes, mainClass);
    }

    private static String[] options(String use, Path folder, String more, String mainClass) {
        return new String[] {
            use + folder.resolve("classes.jsa"),
            "-Xlog:cds=off",
            "-Xlog:cds+dynamic=off",
            "-cp",
            entries().map(entry -> packed(entry, folder)).collect(Collectors.joining(File.pathSeparator)) + more,
            mainClass
        };
    }

    private static Stream<String> entries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static String packed(String entry, Path folder) {
        return Files.isDirectory(Path.of(entry))
                ? folder.resolve(entry.replaceAll("\\W", "-") + ".jar").toString()
                : entry;
    }

    private static void prepare(Path folder) throws IOException {
        var jar = ToolProvider.findFirst("jar").orElseThrow();
        entries()
                .filter(entry -> Files.isDirectory(Path.of(entry)))
                .forEach(entry -> jar.run(System.out, System.err, "-cf0M", packed(entry, folder), "-C", entry, "."));
        try (var database = ServiceDatabase.start()) {
            var command = ServiceProcess.java(
                    options("-XX:ArchiveClassesAtExit=", folder, "", DevelopmentLauncher.class.getName()));
            var service = ServiceProcess.launch(command, Map.of("REGISTRAR_DATABASE_URI", database.uri()));
            service.awaitLogged(READY);
            service.end("TERM");
        }
    }
}
