package dev.registrar.gateway.authentication.bearer;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.TokenSigner;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signed access tokens of an authorization server (RFC 6750, RFC 9068), and attempts to forge them. */
@ExtendWith(ServiceExtension.class)
class BearerTest {
    @AutoClose
    private static AuthorizationServer authorizationServer;

    private static Client anonymous;

    @BeforeAll
    static void a_gateway_that_accepts_access_tokens(Service service) {
        authorizationServer = new AuthorizationServer(service.vertx());
        anonymous = service.gateway("authentication", authorizationServer.settings());
    }

    private static Client bearer(String token) {
        return anonymous.withToken(token);
    }

    private static JsonObject claims() {
        return authorizationServer.claims("read");
    }

    static void expectInvalid(Response response) {
        response.expectStatus(401).expectError("unauthenticated", "header", "Authorization");
        assertThat(response.headers("WWW-Authenticate"))
                .anySatisfy(
                        challenge -> assertThat(challenge).startsWith("Bearer ").contains("error=\"invalid_token\""));
    }

    static void expectInvalid(Response response, String reason) {
        expectInvalid(response);
        response.expect("/errors/0/detail", reason);
        assertThat(response.headers("WWW-Authenticate"))
                .contains("Bearer realm=\"registrar\", error=\"invalid_token\", error_description=\"%s\""
                        .formatted(reason));
    }

    @Proves("Specification, Authentication")
    @Test
    void a_token_allows_the_operations_of_its_scopes_and_names_the_caller() {
        var writer = bearer(authorizationServer.tokenWith("read create"));
        writer.post("/v1/courses/", course(unique("JWT"), "Logic"))
                .expectStatus(201)
                .expect("/data/attributes/last_mod_user_name", "alice");
        // Again, because the token is cached now.
        writer.get("/v1/courses/?page[size]=1").expectStatus(200);
        writer.delete("/v1/courses/00000000-0000-4000-8000-000000000000/")
                .expectStatus(403)
                .expectHeader(
                        "WWW-Authenticate",
                        "Bearer realm=\"registrar\", error=\"insufficient_scope\", scope=\"delete\"");
    }

    @Test
    void the_challenge_to_a_request_without_an_authorization_header_offers_both_schemes_and_has_no_error() {
        var rejected = anonymous.get("/v1/courses/").expectStatus(401);
        anonymous
                .get("/v1/courses/?access_token=" + authorizationServer.token(claims()))
                .expectStatus(401);
        assertThat(rejected.headers("WWW-Authenticate"))
                .containsExactly("Basic realm=\"registrar\", charset=\"UTF-8\"", "Bearer realm=\"registrar\"");
    }

    static Stream<String> forgedTokens() {
        var genuine = authorizationServer.token(claims());
        var end = genuine.lastIndexOf('.');
        var otherScope =
                TokenSigner.content(authorizationServer.signer().header(), authorizationServer.claims("read delete"));
        return Stream.of(
                authorizationServer.signer().forged(claims()),
                authorizationServer.signer().signedWithPublicKey(claims()),
                authorizationServer.signer().signedWithPublishedSecret(claims()),
                genuine.substring(0, end + 1),
                genuine.substring(0, end),
                TokenSigner.content(new JsonObject().put("alg", "none"), claims()) + ".",
                otherScope + genuine.substring(end));
    }

    @Proves("Specification, Authentication")
    @ParameterizedTest
    @MethodSource("forgedTokens")
    void a_token_that_the_authorization_server_did_not_sign_is_rejected(String token) {
        expectInvalid(bearer(token).get("/v1/courses/"));
    }

    @Test
    void a_token_signed_by_an_elliptic_curve_key_without_alg_in_the_key_set_is_accepted() {
        bearer(authorizationServer.signer().signedByEllipticKey(claims()))
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }

    @Proves("RFC 7515, 2; RFC 7518, 3.3 and 3.4")
    @Test
    void an_elliptic_curve_signature_in_der_is_rejected() {
        expectInvalid(
                bearer(authorizationServer.signer().signedInDer(claims())).get("/v1/courses/"),
                "The signature of the access token is not encoded as its algorithm requires.");
    }

    @Proves("RFC 7515, 2; RFC 7518, 3.3 and 3.4")
    @Test
    void a_signature_in_a_non_canonical_encoding_is_rejected() {
        var token = authorizationServer.token(claims());
        // The last of 342 characters has four unused bits, which are zero in the canonical encoding: A, Q, g or w.
        var last = token.charAt(token.length() - 1);
        var sameBits = token.substring(0, token.length() - 1) + (char) (last + 1);
        expectInvalid(
                bearer(sameBits).get("/v1/courses/"), "The access token is not a well-formed JWT with a signature.");
        expectInvalid(bearer(token + "==").get("/v1/courses/"));
        bearer(token).get("/v1/courses/?page[size]=1").expectStatus(200);
    }

    @Proves("RFC 7515, 2; RFC 7518, 3.3 and 3.4")
    @Test
    void a_token_signed_by_a_key_that_is_too_short_is_rejected() {
        expectInvalid(
                bearer(authorizationServer.signer().signedByShortKey(claims())).get("/v1/courses/"),
                "The access token is signed with an unknown key.");
    }

    @Proves("RFC 9068, 4; RFC 8725, 3.11")
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"application/at+jwt", "AT+JWT", "jwt"})
    void a_token_of_type_at_jwt_or_jwt_or_without_a_type_is_accepted(String type) {
        var header = authorizationServer.signer().header();
        header.remove("typ");
        Optional.ofNullable(type).ifPresent(given -> header.put("typ", given));
        bearer(authorizationServer.signer().signed(header, claims()))
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
    }

    @Proves("RFC 9068, 4; RFC 8725, 3.11")
    @ParameterizedTest
    @ValueSource(strings = {"\"logout+jwt\"", "\"application/application/jwt\"", "\"\"", "null", "[\"JWT\"]"})
    void a_token_of_another_type_is_rejected_with_that_reason(String type) {
        var header = authorizationServer.signer().header().put("typ", Json.decodeValue(type));
        expectInvalid(
                bearer(authorizationServer.signer().signed(header, claims())).get("/v1/courses/"),
                "The token is not an access token: its header typ is neither at+jwt nor JWT.");
    }

    @Test
    void a_key_set_that_the_token_itself_refers_to_is_not_used(Service service) {
        try (var attacker = new AuthorizationServer(service.vertx())) {
            var header = attacker.signer().header().put("jku", attacker.issuer() + "/keys");
            expectInvalid(bearer(attacker.signer().signed(header, claims())).get("/v1/courses/"));
            assertThat(attacker.keyFetches()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "..", "e30.bnVsbA.e30", "W10.W10.W10", "eyJhbGciOiJSUzI1NiJ9.e30.!", "a b"})
    void a_malformed_jwt_is_rejected(String token) {
        expectInvalid(bearer(token).get("/v1/courses/"));
    }

    @Test
    void configured_login_and_group_scopes_are_needed_by_every_token_but_not_by_users_with_passwords(Service service) {
        var scopes =
                new JsonObject().put("login-scope", "university:login").put("group-scope", "university:registrars");
        var gateway =
                service.gateway("authentication", authorizationServer.settings().mergeIn(scopes));
        var withoutGroup = gateway.withToken(authorizationServer.tokenWith("read university:login"));
        for (var rejected : List.of(
                withoutGroup.get("/v1/courses/?page[size]=1"),
                withoutGroup.send("POST", "/v1/sessions/", Optional.empty()))) {
            rejected.expectStatus(403)
                    .expectError("forbidden")
                    .expectHeader(
                            "WWW-Authenticate",
                            "Bearer realm=\"registrar\", error=\"insufficient_scope\", "
                                    + "scope=\"university:login university:registrars\"")
                    .expect(
                            "/errors/0/detail",
                            "You are not allowed to do this: it needs the scope university:registrars.");
        }
        for (var accepted : List.of(
                gateway.withToken(authorizationServer.tokenWith("read university:registrars university:login")),
                gateway.withCredentials("reader", "reader"))) {
            accepted.get("/v1/courses/?page[size]=1").expectStatus(200);
        }
    }
}
