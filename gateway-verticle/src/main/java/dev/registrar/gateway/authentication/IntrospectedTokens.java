package dev.registrar.gateway.authentication;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access tokens of which the authorization server alone can tell what they say: Token Introspection (RFC 7662). */
final class IntrospectedTokens implements AccessTokens {
    private static final Logger LOG = LoggerFactory.getLogger(IntrospectedTokens.class);

    /** A token that is revoked, and its sessions, go on working for so long. */
    private static final Duration TRUST = Duration.ofSeconds(10);

    private final AuthorizationServer server;
    private final String credentials;

    /** Asks as this client, which the authorization server must know. */
    IntrospectedTokens(AuthorizationServer server, String clientId, String clientSecret) {
        this.server = server;
        credentials = "Basic "
                + Base64.getEncoder()
                        .encodeToString(
                                (encode(clientId) + ":" + encode(clientSecret)).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Future<JsonNode> claimsOf(String token) {
        return server.endpoints()
                .compose(endpoints -> server.ask(request(endpoints.introspection()), form(token)))
                .recover(this::away)
                .compose(this::claimsIn);
    }

    private RequestOptions request(String url) {
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(url)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/x-www-form-urlencoded")
                .putHeader(HttpHeaders.ACCEPT, "application/json")
                .putHeader(HttpHeaders.AUTHORIZATION, credentials);
    }

    private static Buffer form(String token) {
        return Buffer.buffer("token_type_hint=access_token&token=" + encode(token));
    }

    /** Nothing but {@code true} itself says that a token is active. */
    private Future<JsonNode> claimsIn(JsonNode response) {
        if (!response.path("active").booleanValue() || !(response instanceof ObjectNode claims)) {
            return Future.failedFuture(new RefusedCredentials("The access token is not active."));
        }
        // The issuer itself has responded; it need not say so.
        return Future.succeededFuture(claims.has("iss") ? claims : claims.put("iss", server.issuer()));
    }

    private Future<JsonNode> away(Throwable failure) {
        LOG.warn("{} does not tell about access tokens", server.issuer(), failure);
        return Future.failedFuture(SigningKeys.away());
    }

    @Override
    public Optional<Duration> trust() {
        return Optional.of(TRUST);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
