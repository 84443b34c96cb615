package dev.registrar.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The OpenAPI contract and its documentation page, compared with the specification and with the running service. */
@ExtendWith(ServiceExtension.class)
class ContractTest {

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

    @Proves("Specification, What the service does")
    @Test
    void the_documentation_page_is_served_without_a_redirect(Service service) {
        var page = service.anonymous().get("/v1/openapi").expectStatus(200);
        page.expectHeader("Content-Type", "text/html; charset=utf-8").expectHeader("X-Frame-Options", "SAMEORIGIN");
        assertThat(page.body()).contains("/v1/openapi/ui/swagger-ui-bundle.js");
    }

    @Test
    void every_operation_of_the_contract_is_implemented(Service service) {
        var contract =
                new JsonObject(service.anonymous().get("/v1/openapi.json").body());
        contract.getJsonObject("paths").forEach(path -> {
            var url = "/v1" + path.getKey().replace("{id}", "00000000-0000-4000-8000-000000000000");
            for (var method : ((JsonObject) path.getValue()).fieldNames()) {
                if (!method.equals("parameters")) {
                    var response = service.admin().send(method.toUpperCase(Locale.ROOT), url, Optional.of("{}"));
                    assertThat(response.status()).as(method + " " + url).isIn(200, 204, 400, 401, 404);
                }
            }
        });
    }
}
