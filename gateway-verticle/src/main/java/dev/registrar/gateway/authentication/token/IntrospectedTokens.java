package dev.registrar.gateway.authentication.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.gateway.authentication.token.FairQueue.Bounds;
import dev.registrar.resource.log.OccasionalWarning;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access tokens of which the authorization server alone can tell what they say: Token Introspection (RFC 7662). */
final class IntrospectedTokens implements AccessTokens {
    private static final Logger LOG = LoggerFactory.getLogger(IntrospectedTokens.class);

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** Anybody may invent tokens, so no address has more than a part of the places. */
    private static final Bounds FOR_NEW_TOKENS = new Bounds(16, 4, 1_000, 250, PATIENCE);

    /** Nobody can invent a token that was good: those have places of their own. */
    private static final Bounds FOR_GOOD_TOKENS = new Bounds(16, 16, 1_000, 1_000, PATIENCE);

    private final AuthorizationServer server;
    private final String credentials;
    private final Duration trust;
    private final OccasionalWarning isAway;
    private final FairQueue newTokens;
    private final FairQueue goodTokens;

    /** What is being asked: of equal tokens at once, one is asked about. */
    private final Map<String, Future<JsonNode>> asked = new HashMap<>();

    /** Asks as the configured client, which the authorization server must know. */
    IntrospectedTokens(Vertx vertx, AuthorizationServer server, IntrospectionSettings settings) {
        this.server = server;
        credentials = "Basic "
                + Base64.getEncoder()
                        .encodeToString(
                                (encode(settings.oauth2ClientId()) + ":" + encode(settings.oauth2ClientSecret()))
                                        .getBytes(StandardCharsets.UTF_8));
        trust = settings.oauth2IntrospectionInterval();
        isAway = new OccasionalWarning(vertx, LOG, server.issuer() + " does not tell about access tokens");
        var refuses = new OccasionalWarning(vertx, LOG, "There are too many access tokens to ask about");
        newTokens = new FairQueue(vertx, FOR_NEW_TOKENS, refuses);
        goodTokens = new FairQueue(vertx, FOR_GOOD_TOKENS, refuses);
    }

    @Override
    public Future<JsonNode> claimsOf(PresentedToken token) {
        var present = asked.get(token.value());
        if (present != null) {
            return present;
        }
        var response = (token.wasGood() ? goodTokens : newTokens)
                .run(token.clientAddress(), () -> ask(token.value()))
                .compose(this::claimsIn);
        asked.put(token.value(), response);
        return response.onComplete(done -> asked.remove(token.value()));
    }

    private Future<JsonNode> ask(String token) {
        return server.introspect(request(), form(token))
                .timeout(AuthorizationServer.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(isAway::tell)
                .recover(failure -> Future.failedFuture(SigningKeys.away()));
    }

    private RequestOptions request() {
        return new RequestOptions()
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
            return Future.failedFuture(new InvalidCredentials("The access token is not active."));
        }
        // The issuer itself has responded; it need not say so.
        return Future.succeededFuture(claims.has("iss") ? claims : claims.put("iss", server.issuer()));
    }

    /** A token that is revoked, and its sessions, go on working for so long. */
    @Override
    public Optional<Duration> trust() {
        return Optional.of(trust);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
