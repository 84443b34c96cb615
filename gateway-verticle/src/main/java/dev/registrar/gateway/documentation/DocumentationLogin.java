package dev.registrar.gateway.documentation;

import dev.registrar.gateway.authentication.AuthorizationServer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/**
 * How people log in on the interactive page.
 *
 * @param clientId the client as which the page is known to the authorization server
 * @param organizationScopes what it asks for beside the scopes of the contract
 */
public record DocumentationLogin(AuthorizationServer server, String clientId, List<String> organizationScopes) {

    /** For Swagger UI's initOAuth. */
    JsonObject forPage() {
        return new JsonObject()
                .put("clientId", clientId)
                .put(
                        "scopes",
                        Stream.concat(Stream.of("openid", "read"), organizationScopes.stream())
                                .toList())
                .put("usePkceWithAuthorizationCodeGrant", true);
    }
}
