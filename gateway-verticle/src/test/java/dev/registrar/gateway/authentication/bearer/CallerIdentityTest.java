package dev.registrar.gateway.authentication.bearer;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The identity of a caller is its issuer and subject: callers with the same name, or of another issuer, differ. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class CallerIdentityTest {
    @AutoClose
    private static AuthorizationServer authorizationServer;

    private static Client gateway;

    private final String key = unique("identity-key-");

    @BeforeAll
    static void a_gateway_whose_tokens_carry_display_names(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        var settings = authorizationServer.settings().put("oauth2-name-claim", "display_name");
        gateway = service.gateway("authentication", settings);
    }

    private Client keyed() {
        return gateway.withHeader("Idempotency-Key", key);
    }

    private Client basic(String user) {
        return keyed().withCredentials(user, user);
    }

    private Client bearer(String scope, String subject, String displayName) {
        var claims = authorizationServer.claims(scope).put("sub", subject).put("display_name", displayName);
        return keyed().withToken(authorizationServer.token(claims));
    }

    private static String create(Client client) {
        return create(client, course(unique("IDENTITY"), "Logic")).id();
    }

    private static Response create(Client client, Document document) {
        return client.post("/v1/courses/", document).expectStatus(201);
    }

    private static String openSession(Client client) {
        return cookie(open(client), "registrar_session");
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

    @Test
    void a_session_has_the_identity_of_the_caller_who_opened_it() {
        var opened = open(basic("admin").withHeader("Idempotency-Key", unique("session-key-")));
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
