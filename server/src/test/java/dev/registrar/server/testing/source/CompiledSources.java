package dev.registrar.server.testing.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** Classes that are not on the class path of the tests: compiled by the test, as somebody else would. */
public final class CompiledSources {
    private static final Pattern CLASS = Pattern.compile("^public (?:final )?class (\\w+)", Pattern.MULTILINE);

    private final Path classes;

    private CompiledSources(Path classes) {
        this.classes = classes;
    }

    /**
     * Compiles sources, each with one public class.
     *
     * @param folder for the sources and the classes
     */
    public static CompiledSources compile(Path folder, String classPath, String... sources) throws IOException {
        var classes = folder.resolve("classes");
        List<String> arguments =
                new ArrayList<>(List.of("--release", "17", "-proc:none", "-cp", classPath, "-d", classes.toString()));
        for (var source : sources) {
            arguments.add(Files.writeString(folder.resolve(nameOf(source) + ".java"), source)
                    .toString());
        }
        var exitCode = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(exitCode).as("the exit code of the compiler").isZero();
        return new CompiledSources(classes);
    }

    /** The name of the public class in a source. */
    public static String nameOf(String source) {
        var name = CLASS.matcher(source);
        assertThat(name.find()).as(source).isTrue();
        return name.group(1);
    }

    /** Adds a file, such as {@code META-INF/services/...}. */
    public CompiledSources with(String name, String content) throws IOException {
        var file = classes.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    /** The folder of the classes. */
    public Path classes() {
        return classes;
    }

    /** Packs everything into a jar. */
    public void pack(Path jar) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(jar));
                var found = Files.walk(classes)) {
            for (var file : found.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}
