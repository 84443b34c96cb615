package dev.registrar.server.benchmark;

import dev.registrar.testing.authentication.AuthorizationServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The service as users install it: a script, a jar and a configuration in one folder. */
final class ServiceInstallation {
    private final Path folder;
    private final Map<String, String> environment;

    /** Installs a jar in a folder. The archive of its classes is kept for the next run. */
    ServiceInstallation(Path folder, Path jar, String databaseUri, AuthorizationServer authorizationServer)
            throws IOException {
        this.folder = folder;
        environment = Map.of(
                "JAVA_TOOL_OPTIONS",
                Contestants.OPTIONS,
                "REGISTRAR_DATABASE_URI",
                databaseUri,
                "REGISTRAR_HTTP_PORT",
                "0",
                "REGISTRAR_HTTP_DRAIN_DELAY",
                "0 s",
                "REGISTRAR_AUTHENTICATION_OAUTH2_ISSUER",
                authorizationServer.issuer(),
                "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE",
                AuthorizationServer.AUDIENCE);
        Files.createDirectories(folder);
        copy(Path.of("../bin/registrar"), folder.resolve("registrar"));
        copy(jar, folder.resolve("registrar.jar"));
        Files.writeString(folder.resolve("users.properties"), """
            user.%s = %s,administrator
            role.administrator = create,read,update,delete
            """.formatted(Contestants.USER, Contestants.PASSWORD));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private List<String> command(String... arguments) {
        var script = folder.resolve("registrar").toString();
        return Stream.concat(Stream.of(script, "--conf", folder.toString()), Stream.of(arguments))
                .toList();
    }

    void createTables() throws IOException, InterruptedException {
        var migration = new ProcessBuilder(command("--migrate"));
        migration.environment().putAll(environment);
        if (migration.inheritIO().start().waitFor() != 0) {
            throw new IllegalStateException("The tables could not be created");
        }
    }

    ServerProcess start() throws IOException {
        return ServerProcess.start(command(), environment);
    }
}
