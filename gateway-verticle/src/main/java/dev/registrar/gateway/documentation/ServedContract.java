package dev.registrar.gateway.documentation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.gateway.authentication.AuthorizationServer.Endpoints;
import dev.registrar.resource.document.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** The contract as this installation serves it: with the addresses and the scopes of its own authorization server. */
final class ServedContract {
    private static final YAMLMapper YAML = new YAMLMapper();

    private final JsonObject contract;
    private final Optional<DocumentationLogin> login;

    ServedContract(JsonObject contract, Optional<DocumentationLogin> login) {
        this.contract = contract;
        this.login = login;
    }

    Future<Buffer> json() {
        return document().map(JsonObject::toBuffer);
    }

    Future<Buffer> yaml() {
        return document().map(ServedContract::toYaml);
    }

    /** While the authorization server is away, its addresses are those of the contract's example. */
    private Future<JsonObject> document() {
        return login.map(configured -> configured
                        .server()
                        .endpoints()
                        .map(found -> with(found, configured))
                        .otherwise(contract))
                .orElseGet(() -> Future.succeededFuture(contract));
    }

    private JsonObject with(Endpoints endpoints, DocumentationLogin configured) {
        var copy = contract.copy();
        var flow = copy.getJsonObject("components")
                .getJsonObject("securitySchemes")
                .getJsonObject("oauth2")
                .getJsonObject("flows")
                .getJsonObject("authorizationCode")
                .put("authorizationUrl", endpoints.authorization())
                .put("tokenUrl", endpoints.token())
                .put("refreshUrl", endpoints.token());
        configured
                .organizationScopes()
                .forEach(scope -> flow.getJsonObject("scopes").put(scope, "A scope of this organization."));
        return copy;
    }

    private static Buffer toYaml(JsonObject document) {
        try {
            return Buffer.buffer(YAML.writeValueAsBytes(Json.read(document.toBuffer())));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON can be written as YAML", e);
        }
    }
}
