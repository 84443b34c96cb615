package dev.registrar.server;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.configuration.ConfigurationFolder;
import dev.registrar.server.node.Roles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Runs {@code --check} with the configuration in a folder. */
final class CheckRun {
    private final Path folder;
    private String output = "";

    CheckRun(Path folder) {
        this.folder = folder;
    }

    /** A configuration in which nothing is wrong but what a test adds. */
    static CheckRun withUsers(Path folder) throws IOException {
        var check = new CheckRun(folder);
        writeUsers(folder);
        return check;
    }

    /** Writes the file of the users, with the only user {@code admin}, who may do everything, and the password {@code a better one}. */
    static void writeUsers(Path folder) throws IOException {
        Files.writeString(folder.resolve("users.properties"), """
                user.admin = a better one,dean
                role.dean = *
                """);
    }

    void write(String file, String content) throws IOException {
        Files.writeString(folder.resolve(file), content);
    }

    /** Returns the exit code. */
    int run(boolean clustered, Map<String, String> environment) {
        Map<String, String> onFreePorts =
                new HashMap<>(Map.of("REGISTRAR_HTTP_PORT", "0", "REGISTRAR_OPERATIONS_PORT", "0"));
        onFreePorts.putAll(environment);
        var out = new ByteArrayOutputStream();
        var exitCode = Check.run(
                () -> Configuration.load(ConfigurationFolder.of(Optional.of(folder)), onFreePorts, new Properties()),
                Roles.ALL,
                clustered,
                new PrintStream(out, true, StandardCharsets.UTF_8));
        output = out.toString(StandardCharsets.UTF_8);
        return exitCode;
    }

    /** What the last run has printed. */
    String output() {
        return output;
    }

    /** The lines of the {@link #output}. */
    List<String> lines() {
        return output.lines().toList();
    }

    /** Takes a port that a check can then report as in use. */
    static ServerSocket taken() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }
}
