package dev.registrar.gateway.authentication;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A user of the users file who is bound to a person is like a caller whose access token is. */
@ExtendWith(ServiceExtension.class)
class BoundUserTest {
    @Test
    void a_bound_user_sees_and_registers_only_its_own_person_with_credentials_and_in_a_session(
            Service service, @TempDir Path folder) throws IOException {
        var jane = unique("jane");
        var users = Files.writeString(folder.resolve("people.properties"), """
                user.jane doe = s3cr3t, learner, uni:%s
                role.learner = read,create,update,delete
                """.formatted(jane));
        var anonymous = service.gateway("authentication", new JsonObject().put("users-file", users.toString()));
        var course = service.newCourse();
        var other = service.admin()
                .post("/v1/registrations/", registration(unique("john"), course))
                .id();

        var client = anonymous.withCredentials("jane doe", "s3cr3t");
        var opened = open(client).expect("/meta/uni", jane);
        var session = script(anonymous, opened);
        for (var caller : List.of(client, session)) {
            var own = caller.post("/v1/registrations/", registration(jane, course))
                    .expectStatus(201);
            assertThat(caller.get("/v1/registrations/").each("/id")).containsExactly(own.id());
            caller.get("/v1/registrations/%s/".formatted(other)).expectStatus(404);
            caller.post("/v1/registrations/", registration(unique("john"), course))
                    .expectStatus(403)
                    .expectError("forbidden", "pointer", "/data/attributes/uni");
            caller.get("/v1/courses/?page[size]=1").expectStatus(200);
            caller.post("/v1/courses/", course(unique("BOUND"), "Logic")).expectStatus(403);
            caller.delete("/v1/registrations/%s/".formatted(own.id())).expectStatus(204);
        }
    }
}
