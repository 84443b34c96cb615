package dev.registrar.server.enrollment;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;

import dev.registrar.registration.enrollment.EnrollmentWorker;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Role;
import dev.registrar.server.node.Roles;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** While no enrollment worker runs, registrations are accepted with 202; a worker that starts later processes them. */
class WorkerAwayTest {
    private static TestDatabase database;
    private static Vertx vertx;
    private static DeploymentOptions options;
    private static Client client;
    private static String course;

    @BeforeAll
    static void a_service_without_a_worker() throws Exception {
        database = ServiceDatabase.start();
        vertx = Vertx.vertx();
        options = new DeploymentOptions().setConfig(Service.configuration(database.uri()));
        var roles = new Roles(Set.of(Role.GATEWAY, Role.COURSE, Role.REGISTRATION), 1);
        var port = Await.success(new Deployment(vertx, options.getConfig(), roles).start());
        client = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
        course = client.post("/v1/courses/", course(unique("AWAY"), "Logic")).id();
    }

    @AfterAll
    static void stop() {
        Await.success(vertx.close());
        database.close();
    }

    private static void awaitConfirmationByAWorker(Response accepted) {
        var worker = Await.success(vertx.deployVerticle(new EnrollmentWorker(), options));
        Await.until(
                "the registration is confirmed",
                () -> client.get(accepted.header("Location"))
                        .text("/data/attributes/enrollment")
                        .equals("confirmed"));
        Await.success(vertx.undeploy(worker));
    }

    private static Response register() {
        return client.post("/v1/registrations/", registration(unique("uni"), course));
    }

    private static void expectAccepted(Response accepted) {
        accepted.expectStatus(202)
                .expectHeader("Retry-After", "1")
                .expectHeader("Location", accepted.text("/data/links/self"))
                .expect("/data/attributes/enrollment", "pending");
    }

    @Proves({"JSON:API 1.0, Creating Resources, 202", "Specification, States and transitions", "Specification, Headers"
    })
    @Test
    void a_registration_without_a_worker_is_202_and_confirmed_once_a_worker_runs() {
        var accepted = register();
        expectAccepted(accepted);
        awaitConfirmationByAWorker(accepted);
    }

    @Proves({"JSON:API 1.0, Updating Resources, 202", "Specification, General method table"})
    @Test
    void a_registration_requested_again_without_a_worker_is_202_and_confirmed_once_a_worker_runs() {
        var registered = register();
        awaitConfirmationByAWorker(registered);
        var accepted = client.patch(
                registered.header("Location"),
                Document.of("registrations", registered.id()).attribute("enrollment", "requested"));
        expectAccepted(accepted);
        awaitConfirmationByAWorker(accepted);
    }
}
