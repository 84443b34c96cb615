package dev.registrar.gateway.documentation.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of this machine that runs scripts, such as node. */
final class Program {
    private static final int TIMEOUT_SECONDS = 60;

    private Program() {}

    /** Whether the variable PATH leads to this program. */
    static boolean isInstalled(String name) {
        var folders = Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator);
        return Stream.of(folders).anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Runs a script in its folder, expects that it succeeds, and returns what it prints. */
    static String run(String name, Path script) throws IOException, InterruptedException {
        var output = script.resolveSibling(script.getFileName() + ".output");
        var process = new ProcessBuilder(name, script.toString())
                .directory(script.getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        var ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        var printed = Files.readString(output);
        assertThat(ended)
                .as("%s ends in time; it has printed: %s", name, printed)
                .isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
