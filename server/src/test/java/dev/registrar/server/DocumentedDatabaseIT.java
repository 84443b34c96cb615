package dev.registrar.server;

import static dev.registrar.server.testing.DocumentedDatabase.statements;
import static dev.registrar.testing.postgresql.Sql.execute;
import static dev.registrar.testing.postgresql.Sql.inDatabase;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.http.Client;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The statements and the commands by which the documentation brings the service to a PostgreSQL of one's own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The start script is for a POSIX shell")
class DocumentedDatabaseIT {
    private static final String PAGE = "docs/postgresql.md";
    private static final Pattern DATABASE = Pattern.compile("REGISTRAR_DATABASE_URI=(\\S+)");
    private static final Pattern COMMAND = Pattern.compile("bin/registrar --conf \\S+(.*)");

    @TempDir
    private Path configuration;

    private static String commands() throws IOException {
        return CodeBlock.of(PAGE).stream()
                .filter(block -> block.is("sh"))
                .map(CodeBlock::text)
                .collect(Collectors.joining());
    }

    private ServiceProcess run(String command, String databaseUri) {
        var options = ("--conf " + configuration + command).split(" ");
        return ServiceProcess.launchScriptWithArchive(
                ServiceProcess.SCRIPT, Map.of("REGISTRAR_DATABASE_URI", databaseUri), options);
    }

    @Test
    void the_documented_steps_lead_to_a_running_service_on_a_new_database() throws IOException, SQLException {
        CheckRun.writeUsers(configuration);
        var commands = commands();
        var uris = DATABASE.matcher(commands)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        var options =
                COMMAND.matcher(commands).results().map(found -> found.group(1)).toList();
        assertThat(options).containsExactly(" --migrate", " --check", "", "");
        try (var server = ServiceDatabase.start()) {
            execute(server.uri(), statements("sql"));
            var address = URI.create(server.uri());
            var uri = uris.get(0).replace(":5432", ":" + address.getPort());
            for (var option : options.subList(0, 2)) {
                var process = run(option, uri);
                assertThat(process.awaitEnd()).as(process.output()).isZero();
            }
            execute(inDatabase("registrar", server.uri()), statements("sql roles"));
            var node = run(options.get(3), uris.get(1).replace(":5432", ":" + address.getPort()));
            node.awaitReady();
            Client.of(node.url())
                    .withCredentials("admin", "a better one")
                    .get("/v1/courses/")
                    .expectStatus(200)
                    .expect("/meta/pagination/count", "0");
            node.end("TERM");
        }
    }
}
