package dev.registrar.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of this machine, such as node. */
public final class Program {
    private static final int TIMEOUT_SECONDS = 60;

    private Program() {}

    /** Whether the variable PATH leads to this program. */
    public static boolean isInstalled(String name) {
        var folders = Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator);
        return Stream.of(folders).anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Runs a script in its folder, expects that it succeeds, and returns what it prints. */
    public static String run(String name, Path script) throws IOException, InterruptedException {
        return run(script.getParent(), Map.of(), name, script.toString());
    }

    /** Runs a command, expects that it succeeds, and returns what it prints. */
    public static String run(Path folder, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        var output =
                Files.createTempFile(folder, Path.of(command[0]).getFileName().toString(), ".output");
        var builder = new ProcessBuilder(List.of(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        var ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        var printed = Files.readString(output);
        assertThat(ended)
                .as("%s ends in time; it has printed: %s", command[0], printed)
                .isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
