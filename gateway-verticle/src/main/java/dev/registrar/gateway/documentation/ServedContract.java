package dev.registrar.gateway.documentation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.gateway.authentication.AuthorizationServer.Endpoints;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.resource.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;

/** The contract as this installation serves it, with the endpoints and the scopes of its authorization server. */
final class ServedContract {
    private final Contract contract;
    private final DocumentationLogin login;
    private final StaticContent.Cache<Optional<Endpoints>> json;
    private final StaticContent.Cache<Optional<Endpoints>> yaml;

    ServedContract(Vertx vertx, Contract contract, DocumentationLogin login) {
        this.contract = contract;
        this.login = login;
        json = new StaticContent.Cache<>(
                vertx, endpoints -> new StaticContent(document(endpoints).toBuffer(), "application/json"));
        yaml = new StaticContent.Cache<>(
                vertx, endpoints -> new StaticContent(toYaml(document(endpoints)), "application/yaml"));
    }

    Future<StaticContent> json() {
        return login.endpoints().compose(json::from);
    }

    Future<StaticContent> yaml() {
        return login.endpoints().compose(yaml::from);
    }

    /** Until the authorization server is found, its endpoints are those of the contract's example. */
    private JsonObject document(Optional<Endpoints> endpoints) {
        var document = contract.document().get().toJsonObject();
        var flow = document.getJsonObject("components")
                .getJsonObject("securitySchemes")
                .getJsonObject("oauth2")
                .getJsonObject("flows")
                .getJsonObject("authorizationCode");
        flow.put("scopes", named(flow.getJsonObject("scopes")));
        document.getJsonObject("paths").forEach(path -> nameScopes((JsonObject) path.getValue()));
        endpoints.ifPresent(found -> flow.put("authorizationUrl", found.authorization())
                .put("tokenUrl", found.token())
                .put("refreshUrl", found.token()));
        return document;
    }

    /** The scopes of the operations, which are next to other members of a path. */
    private void nameScopes(JsonObject path) {
        path.stream()
                .map(Map.Entry::getValue)
                .filter(JsonObject.class::isInstance)
                .flatMap(operation -> ((JsonObject) operation).getJsonArray("security", new JsonArray()).stream())
                .map(JsonObject.class::cast)
                .filter(requirement -> requirement.containsKey("oauth2"))
                .forEach(requirement -> requirement.put(
                        "oauth2",
                        new JsonArray(requirement.getJsonArray("oauth2").stream()
                                .map(scope -> login.organizationScopes().nameOf((String) scope))
                                .toList())));
    }

    private JsonObject named(JsonObject scopes) {
        var named = new JsonObject();
        scopes.forEach(scope -> named.put(login.organizationScopes().nameOf(scope.getKey()), scope.getValue()));
        return named;
    }

    private static Buffer toYaml(JsonObject document) {
        try {
            return Buffer.buffer(new YAMLMapper().writeValueAsBytes(Json.read(document.toBuffer())));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON can be written as YAML", e);
        }
    }
}
