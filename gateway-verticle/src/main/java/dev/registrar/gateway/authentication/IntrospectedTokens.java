package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.gateway.authentication.LoginFailure.InvalidCredentials;
import dev.registrar.platform.concurrency.FairQueue;
import dev.registrar.platform.concurrency.FairQueue.Bounds;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.OccasionalWarning;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import io.vertx.ext.auth.authentication.UsernamePasswordCredentials;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access tokens that only the authorization server can read: Token Introspection (RFC 7662). */
final class IntrospectedTokens implements BearerScheme.AccessTokens {
    private static final Logger LOG = LoggerFactory.getLogger(IntrospectedTokens.class);

    /** How long a token may wait; after that, it is better if the client retries. */
    private static final Optional<Duration> LONGEST_WAIT = Optional.of(Duration.ofSeconds(1));

    /** Anyone can make up tokens, so each address gets only a part of the places. */
    private static final Bounds FOR_NEW_TOKENS = new Bounds(16, 4, 1_000, 250);

    /** Nobody can make up a token that was valid before, so those have separate places. */
    private static final Bounds FOR_ACCEPTED_TOKENS = Bounds.inTotal(16, 1_000);

    private final AuthorizationServer server;
    private final String credentials;
    private final Duration maxCacheTime;
    private final OccasionalWarning unavailable;
    private final FairQueue newTokens;
    private final FairQueue acceptedTokens;

    /** Introspections in progress; concurrent requests with equal tokens share one. */
    private final Map<String, Future<JsonNode>> asked = new HashMap<>();

    IntrospectedTokens(Vertx vertx, AuthorizationServer server, AuthenticationSettings.Introspection settings) {
        this.server = server;
        credentials = new UsernamePasswordCredentials(
                        encode(settings.oauth2ClientId()), encode(settings.oauth2ClientSecret()))
                .toHttpAuthorization();
        maxCacheTime = settings.oauth2IntrospectionInterval();
        unavailable =
                new OccasionalWarning(vertx, LOG, server.issuer() + " does not respond to introspection requests");
        var overloaded = new OccasionalWarning(vertx, LOG, "Too many access tokens wait for introspection");
        var rejection = OVERLOADED
                .because("Too many people log in at the same time; try again in a second.")
                .countedBy(NodeMetrics.of(vertx).rejections("tokens"));
        Supplier<JsonApiException> logged = () -> {
            var error = rejection.get();
            overloaded.log(error);
            return error;
        };
        newTokens = new FairQueue(vertx, FOR_NEW_TOKENS, logged);
        acceptedTokens = new FairQueue(vertx, FOR_ACCEPTED_TOKENS, logged);
    }

    @Override
    public Future<JsonNode> claimsOf(String token, String clientNetwork, boolean wasAcceptedBefore) {
        var pending = asked.get(token);
        if (pending != null) {
            return pending;
        }
        var response = (wasAcceptedBefore ? acceptedTokens : newTokens)
                .run(clientNetwork, LONGEST_WAIT, () -> ask(token))
                .compose(this::claimsIn);
        asked.put(token, response);
        return response.onComplete(done -> asked.remove(token));
    }

    private Future<JsonNode> ask(String token) {
        return AuthorizationServer.orUnavailable(server.introspect(request(), form(token)), unavailable);
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

    /** A token is active only if the member is {@code true} itself. */
    private Future<JsonNode> claimsIn(JsonNode response) {
        if (!response.path("active").booleanValue() || !(response instanceof ObjectNode claims)) {
            return Future.failedFuture(new InvalidCredentials("The access token is not active."));
        }
        // The issuer itself has responded, so the response may omit its name.
        return Future.succeededFuture(claims.has("iss") ? claims : claims.put("iss", server.issuer()));
    }

    /** The time for which a revoked token, and its sessions, still work. */
    @Override
    public Optional<Duration> maxCacheTime() {
        return Optional.of(maxCacheTime);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
