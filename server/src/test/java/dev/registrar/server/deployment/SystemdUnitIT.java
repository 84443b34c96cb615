package dev.registrar.server.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.http.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command of the unit of systemd in conf, with the files that the unit names, below another folder. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "The unit is for systemd, which runs on Linux only")
class SystemdUnitIT {
    @TempDir
    private Path root;

    private void install(String databaseUri) throws IOException {
        var program = Files.createDirectories(root.resolve("opt/registrar"));
        Files.copy(Path.of("../bin/registrar"), program.resolve("registrar"));
        Files.createSymbolicLink(program.resolve("registrar.jar"), Path.of(System.getProperty("registrar.jar")));
        var configuration = Files.createDirectories(root.resolve("etc/registrar"));
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                role.administrator = read
                """);
        Files.writeString(configuration.resolve("environment"), """
                REGISTRAR_DATABASE_URI=%s
                REGISTRAR_HTTP_PORT=0
                REGISTRAR_HTTP_DRAIN_DELAY=0 s
                OPTIONS=--roles gateway,course
                """.formatted(databaseUri));
    }

    @Test
    void the_command_of_the_unit_starts_the_service_with_the_options_of_the_environment_file_until_sigterm()
            throws IOException {
        try (var database = ServiceDatabase.start()) {
            install(database.uri());
            var unit = SystemdUnit.read().below(root);
            var environment = unit.environment();
            var node = ServiceProcess.run(unit.command(environment), environment, root.resolve("log"));
            node.awaitReady();
            Client.of(node.url())
                    .withCredentials("admin", "a better one")
                    .get("/v1/courses/")
                    .expectStatus(200);
            node.signal("TERM");
            assertThat(node.awaitEnd()).as(node.output()).isZero();
        }
    }
}
