package dev.registrar.server.audit;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.postgresql.AuditRows;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** No credentials of a caller get into the audit, however the caller is authenticated. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class AuditSecretsTest {
    private static final String PASSWORD = "correct horse 4711";
    private static final String KEY = "key-of-a-client-0815";

    @Test
    void passwords_tokens_session_cookies_and_idempotency_keys_are_in_no_column(
            Service service, Vertx vertx, @TempDir Path folder) throws IOException {
        var users = Files.writeString(folder.resolve("users.properties"), """
                user.carol = %s,editor
                role.editor = create,read
                """.formatted(PASSWORD));
        var authorizationServer = new AuthorizationServer(vertx);
        var settings = authorizationServer.settings().put("users-file", users.toString());
        var anonymous = service.gateway("authentication", settings);
        var token = authorizationServer.token(authorizationServer.claims("create read"));
        var basic = anonymous.withCredentials("carol", PASSWORD);
        var session = Sessions.open(basic);

        var created = Stream.of(
                        basic,
                        anonymous.withHeader("Authorization", "Bearer " + token),
                        Sessions.script(anonymous, session))
                .map(client -> client.withHeader("Idempotency-Key", KEY + unique("-"))
                        .post("/v1/courses/", course(unique("SECRET"), "Logic"))
                        .expectStatus(201)
                        .id())
                .toList();

        var credentials = Base64.getEncoder().encodeToString(("carol:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        for (var id : created) {
            var rows = AuditRows.of(service.databaseUri(), id);
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0).encode())
                    .doesNotContain(
                            PASSWORD,
                            credentials,
                            token,
                            Sessions.cookie(session, "registrar_session"),
                            Sessions.cookie(session, "registrar_csrf"),
                            KEY);
        }
    }
}
