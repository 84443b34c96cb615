package dev.registrar.server.authentication.bearer;

import static dev.registrar.server.testing.authentication.Sessions.cookie;
import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.authentication.AuthorizationServer;
import dev.registrar.server.testing.authentication.Sessions;
import dev.registrar.server.testing.document.Document;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The identity of a caller is its issuer and subject: callers with the same name, or of another issuer, differ. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class CallerIdentityTest {
    private static AuthorizationServer authorizationServer;
    private static Client gateway;

    private final String key = unique("identity-key-");

    @BeforeAll
    static void a_gateway_whose_tokens_carry_display_names(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        var settings = authorizationServer.settings().put("oauth2-name-claim", "display_name");
        gateway = Client.of("http://127.0.0.1:" + service.startGateway("authentication", settings));
    }

    @AfterAll
    static void stop() {
        authorizationServer.close();
    }

    private Client keyed() {
        return gateway.withHeader("Idempotency-Key", key);
    }

    private Client basic(String user) {
        return keyed().withCredentials(user, user);
    }

    private Client bearer(String scope, String subject, String displayName) {
        var claims = authorizationServer.claims(scope).put("sub", subject).put("display_name", displayName);
        return keyed().withHeader("Authorization", "Bearer " + authorizationServer.token(claims));
    }

    private static String create(Client client) {
        return create(client, course(unique("IDENTITY"), "Logic")).id();
    }

    private static Response create(Client client, Document document) {
        return client.post("/v1/courses/", document).expectStatus(201);
    }

    private static String openSession(Client client) {
        var opened = client.send("POST", "/v1/sessions/", Optional.empty()).expectStatus(200);
        return cookie(opened, "registrar_session");
    }

    @Test
    void a_user_and_a_token_subject_with_the_same_name_do_not_share_idempotency_keys() {
        assertThat(create(bearer("create", "admin", "admin"))).isNotEqualTo(create(basic("admin")));
    }

    @Test
    void two_subjects_with_the_same_display_name_do_not_share_idempotency_keys() {
        assertThat(create(bearer("create", "8f2c", "Alex Smith")))
                .isNotEqualTo(create(bearer("create", "91d0", "Alex Smith")));
    }

    @Test
    void a_subject_whose_display_name_changes_keeps_its_idempotency_keys() {
        var document = course(unique("IDENTITY"), "Logic");
        var created = create(bearer("create", "8f2c", "Alex Smith"), document);
        var again = create(bearer("create", "8f2c", "Alex Miller"), document);
        assertThat(again.body()).isEqualTo(created.body());
        created.expect("/data/attributes/last_mod_user_name", "Alex Smith");
    }

    @Proves("RFC 9068, 2.2")
    @Test
    void a_token_without_a_subject_is_rejected_even_if_it_has_a_display_name() {
        var document = course(unique("IDENTITY"), "Logic");
        create(bearer("create", "8f2c", "Alex Smith"), document)
                .expect("/data/attributes/last_mod_user_name", "Alex Smith");
        var claims = authorizationServer.claims("create").put("display_name", "8f2c");
        claims.remove("sub");
        BearerTest.expectInvalid(
                keyed().withHeader("Authorization", "Bearer " + authorizationServer.token(claims))
                        .post("/v1/courses/", document),
                "The access token does not contain its subject as a text of 1 to 255 characters.");
    }

    @Test
    void a_session_has_the_identity_of_the_caller_who_opened_it() {
        var opened = basic("admin")
                .withHeader("Idempotency-Key", unique("session-key-"))
                .send("POST", "/v1/sessions/", Optional.empty());
        var document = course(unique("IDENTITY"), "Logic");
        var created = create(basic("admin"), document);
        var again = create(Sessions.script(keyed(), opened), document);
        assertThat(again.body()).isEqualTo(created.body());
    }

    @Test
    void callers_with_the_same_name_get_different_sessions_for_the_same_idempotency_key() {
        assertThat(openSession(bearer("read", "reader", "reader"))).isNotEqualTo(openSession(basic("reader")));
    }
}
