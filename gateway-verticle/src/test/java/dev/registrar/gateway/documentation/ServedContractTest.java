package dev.registrar.gateway.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The OpenAPI contract, compared with the specification, and the documentation page, as the service serves them. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class ServedContractTest {
    private static final String FLOW = "/components/securitySchemes/oauth2/flows/authorizationCode";

    private static Client gateway(Service service, AuthorizationServer authorizationServer) {
        return service.gateway("authentication", settings(authorizationServer));
    }

    private static JsonObject settings(AuthorizationServer authorizationServer) {
        return new JsonObject()
                .put("oauth2-issuer", authorizationServer.issuer())
                .put("oauth2-audience", AuthorizationServer.AUDIENCE)
                .put("documentation-client-id", "registrar-documentation");
    }

    private static JsonNode yaml(Client client) throws JsonProcessingException {
        return new YAMLMapper()
                .readTree(client.get("/v1/openapi.yaml").expectStatus(200).body());
    }

    @Proves({"Specification, Operations", "Specification, Versioning"})
    @Test
    void the_contract_has_the_same_content_as_json_and_as_yaml(Service service) throws JsonProcessingException {
        var json = service.anonymous()
                .get("/v1/openapi.json")
                .expectStatus(200)
                .expectHeader("Content-Type", "application/json");
        assertThat(json.json()).isEqualTo(yaml(service.anonymous()));
        json.expect("/info/version", "1.0.0").expect("/servers/0/url", "/v1");
    }

    @Test
    void the_contract_names_the_configured_authorization_server(Service service, Vertx vertx)
            throws JsonProcessingException {
        try (var authorizationServer = new AuthorizationServer(vertx)) {
            var client = gateway(service, authorizationServer);
            var flow = client.get("/v1/openapi.json").json().at(FLOW);
            assertThat(flow.path("authorizationUrl").asText()).isEqualTo(authorizationServer.issuer() + "/authorize");
            assertThat(flow.path("tokenUrl").asText()).isEqualTo(authorizationServer.issuer() + "/token");
            assertThat(yaml(client).at(FLOW)).isEqualTo(flow);
        }
    }

    /** The login scope, the group-membership scope and the administrative scope of the specification. */
    @Test
    void the_contract_describes_the_three_scopes_of_the_organization_by_their_names_in_the_shipped_realm(
            Service service) throws IOException {
        var realm = new ObjectMapper()
                .readTree(Path.of("..", "deploy", "keycloak", "university-realm.json")
                        .toFile());
        var scopes = service.anonymous().get("/v1/openapi.json").at(FLOW + "/scopes");
        for (var scope : List.of("registrar:login", "registrar:group", "registrar:admin")) {
            assertThat(scopes.path(scope).asText()).as(scope).isNotBlank();
            assertThat(realm.path("clientScopes").findValuesAsText("name")).contains(scope);
        }
    }

    @Test
    void configured_scope_names_replace_the_default_ones_with_or_without_an_authorization_server(
            Service service, Vertx vertx) {
        var described = service.anonymous().get("/v1/openapi.json").at(FLOW + "/scopes");
        var names = new JsonObject()
                .put("login-scope", "university:login")
                .put("group-scope", "university:registrars")
                .put("administrative-scope", "university:catalogue");
        try (var authorizationServer = new AuthorizationServer(vertx)) {
            for (var settings : List.of(names, settings(authorizationServer).mergeIn(names))) {
                var scopes = service.gateway("authentication", settings)
                        .get("/v1/openapi.json")
                        .at(FLOW + "/scopes");
                assertThat(scopes).hasSameSizeAs(described);
                assertThat(scopes.path("university:login")).isEqualTo(described.path("registrar:login"));
                assertThat(scopes.path("university:registrars")).isEqualTo(described.path("registrar:group"));
                assertThat(scopes.path("university:catalogue")).isEqualTo(described.path("registrar:admin"));
            }
        }
    }

    @Test
    void the_documentation_page_may_connect_only_to_the_service_and_the_authorization_server(
            Service service, Vertx vertx) {
        try (var authorizationServer = new AuthorizationServer(vertx)) {
            var client = gateway(service, authorizationServer);
            assertThat(client.get("/v1/openapi").header("Content-Security-Policy"))
                    .contains("default-src 'none'", "script-src 'self';", "base-uri 'none'", "form-action 'none'")
                    .endsWith("connect-src 'self' " + authorizationServer.issuer());
            assertThat(client.get("/v1/openapi/login.json")
                            .json()
                            .path("clientId")
                            .asText())
                    .isEqualTo("registrar-documentation");
        }
        assertThat(service.anonymous().get("/v1/openapi").header("Content-Security-Policy"))
                .endsWith("connect-src 'self'");
        assertThat(service.anonymous().get("/v1/openapi/login.json").json()).isEmpty();
    }

    @Test
    void the_documentation_page_is_served_while_the_authorization_server_is_unavailable(Service service, Vertx vertx) {
        var authorizationServer = new AuthorizationServer(vertx);
        authorizationServer.stop();
        var client = gateway(service, authorizationServer);
        client.get("/v1/openapi").expectStatus(200);
        client.get("/v1/openapi.json").expectStatus(200).expect(FLOW + "/tokenUrl", "https://auth.example.edu/token");
    }

    @Proves("RFC 9110, 13.1.2")
    @ParameterizedTest
    @ValueSource(strings = {"/v1/openapi.yaml", "/v1/openapi", "/v1/openapi/ui/swagger-ui-bundle.js"})
    void a_client_with_a_current_copy_gets_304(String path, Service service) {
        for (var client : List.of(service.anonymous(), service.anonymous().withHeader("Accept-Encoding", "gzip"))) {
            var tag = client.get(path).expectStatus(200).header("ETag");
            for (var held : List.of(tag, "W/" + tag, "\"another\", " + tag, "*")) {
                client.withHeader("If-None-Match", held)
                        .get(path)
                        .expectStatus(304)
                        .expectHeader("ETag", tag);
            }
            client.withHeader("If-None-Match", "\"another\"").get(path).expectStatus(200);
        }
    }

    @Test
    void the_files_of_the_documentation_page_are_sent_compressed(Service service) {
        var script = "/v1/openapi/ui/swagger-ui-bundle.js";
        var coded = service.anonymous().withHeader("Accept-Encoding", "gzip").get(script);
        coded.expectStatus(200).expectHeader("Content-Encoding", "gzip");
        assertThat(Integer.parseInt(coded.header("Content-Length"))).isLessThan(500_000);
    }

    @Test
    void the_contract_is_valid_and_all_its_routes_are_loaded(Service service) {
        var whole = Await.success(Contract.read(service.vertx(), Contract.DOCUMENT, Buffer::buffer))
                .paths();
        assertThat(Await.success(Contract.load(service.vertx())).paths()).isEqualTo(whole);
        assertThat(whole).hasSizeGreaterThan(10);
    }

    @Test
    void find_courses_is_described_as_specified(Service service) {
        var contract = service.anonymous().get("/v1/openapi.json");
        var parameters = contract.at("/paths/~1courses~1/get/parameters").findValuesAsText("$ref").stream()
                .map(reference ->
                        contract.at(reference.substring(1)).path("name").asText())
                .toList();
        assertThat(parameters)
                .contains(
                        "filter[course_identifier]",
                        "sort",
                        "fields[courses]",
                        "include",
                        "page[number]",
                        "page[size]");
        var security = contract.at("/paths/~1courses~1/get/security");
        assertThat(security.findValue("basic")).isEmpty();
        assertThat(security.findValue("oauth2").get(0).asText()).isEqualTo("read");
    }

    @Test
    void the_description_of_a_term_identifier_explains_its_parts(Service service) {
        assertThat(service.anonymous()
                        .get("/v1/openapi.json")
                        .text("/components/schemas/CourseTermAttributes/properties/term_identifier/description"))
                .contains("the year", "1 spring, 2 summer, 3 autumn", "course identifier");
    }

    @Proves("Specification, What the service does")
    @Test
    void the_documentation_page_is_served_without_a_redirect(Service service) {
        var page = service.anonymous().get("/v1/openapi").expectStatus(200);
        page.expectHeader("Content-Type", "text/html; charset=utf-8").expectHeader("X-Frame-Options", "SAMEORIGIN");
        assertThat(page.body()).contains("/v1/openapi/ui/swagger-ui-bundle.js");
    }
}
