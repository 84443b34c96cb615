package dev.registrar.gateway.documentation;

import dev.registrar.gateway.authentication.AuthorizationServer;
import dev.registrar.gateway.authentication.AuthorizationServer.Endpoints;
import dev.registrar.gateway.authentication.BearerSettings.OrganizationScopes;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;

/** How people log in on the interactive page. Belongs to one event loop. */
final class DocumentationLogin {
    private final Optional<AuthorizationServer> server;
    private final String clientId;
    private final OrganizationScopes organizationScopes;
    private Optional<Endpoints> known = Optional.empty();

    /**
     * Logs in with access tokens of the authorization server, if there is one.
     *
     * @param clientId the client id of the page at the authorization server; blank if it has none
     * @param organizationScopes the page asks for the configured ones, in addition to the scopes to sign in and read
     */
    DocumentationLogin(Optional<AuthorizationServer> server, String clientId, OrganizationScopes organizationScopes) {
        this.server = server;
        this.clientId = clientId;
        this.organizationScopes = organizationScopes;
    }

    OrganizationScopes organizationScopes() {
        return organizationScopes;
    }

    /**
     * The endpoints of the authorization server as last discovered; once they are known, nobody waits for them. Empty
     * if there is no authorization server or it has always been unavailable.
     */
    Future<Optional<Endpoints>> endpoints() {
        if (server.isEmpty()) {
            return Future.succeededFuture(known);
        }
        var asked = server.get()
                .endpoints()
                .onSuccess(found -> known = Optional.of(found))
                .map(Optional::of)
                .otherwise(Optional.empty());
        return known.isPresent() ? Future.succeededFuture(known) : asked;
    }

    /** For Swagger UI's initOAuth; empty if the page has no client id. */
    JsonObject forPage() {
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
}
