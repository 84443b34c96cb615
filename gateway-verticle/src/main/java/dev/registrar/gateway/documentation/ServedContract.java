package dev.registrar.gateway.documentation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.authentication.AuthenticationSettings.OrganizationScopes;
import dev.registrar.gateway.authentication.AuthorizationServer;
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
import java.util.stream.Stream;

/**
 * The contract as this installation serves it, with the endpoints and the scopes of its authorization server, and how
 * people log in there on the interactive page. Belongs to one event loop.
 */
final class ServedContract {
    private final Contract contract;
    private final Optional<AuthorizationServer> server;
    private final AuthenticationSettings settings;
    private final OrganizationScopes organizationScopes;
    private final StaticContent.Cache<Optional<Endpoints>> json;
    private final StaticContent.Cache<Optional<Endpoints>> yaml;
    private Optional<Endpoints> known = Optional.empty();

    ServedContract(
            Vertx vertx, Contract contract, Optional<AuthorizationServer> server, AuthenticationSettings settings) {
        this.contract = contract;
        this.server = server;
        this.settings = settings;
        organizationScopes = settings.bearer().scopes();
        json = new StaticContent.Cache<>(
                vertx, endpoints -> new StaticContent(document(endpoints).toBuffer(), "application/json"));
        yaml = new StaticContent.Cache<>(
                vertx, endpoints -> new StaticContent(toYaml(document(endpoints)), "application/yaml"));
    }

    Future<StaticContent> json() {
        return endpoints().compose(json::from);
    }

    Future<StaticContent> yaml() {
        return endpoints().compose(yaml::from);
    }

    /**
     * The endpoints of the authorization server as last discovered; once they are known, nobody waits for them. Empty
     * if there is no authorization server or it has always been unavailable.
     */
    Future<Optional<Endpoints>> endpoints() {
        var asked = server.map(issuer -> issuer.endpoints()
                .onSuccess(found -> known = Optional.of(found))
                .map(Optional::of)
                .otherwise(Optional.empty()));
        return asked.isEmpty() || known.isPresent() ? Future.succeededFuture(known) : asked.get();
    }

    /**
     * For Swagger UI's initOAuth: the scopes to sign in and read, and those that every access token needs. Empty if the
     * page has no client id.
     */
    JsonObject loginOfPage() {
        var clientId = settings.documentationClientId();
        return server.isEmpty() || clientId.isBlank()
                ? new JsonObject()
                : new JsonObject()
                        .put("clientId", clientId)
                        .put(
                                "scopes",
                                Stream.concat(Stream.of("openid", "read"), organizationScopes.configured().stream())
                                        .toList())
                        .put("usePkceWithAuthorizationCodeGrant", true);
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
                                .map(scope -> organizationScopes.nameOf((String) scope))
                                .toList())));
    }

    private JsonObject named(JsonObject scopes) {
        var named = new JsonObject();
        scopes.forEach(scope -> named.put(organizationScopes.nameOf(scope.getKey()), scope.getValue()));
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
