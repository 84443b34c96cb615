package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.operations.OccasionalWarning;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.resource.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.MalformedURLException;
import java.net.URL;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An authorization server, identified by its issuer. Its endpoints are found by OpenID Connect Discovery, periodically
 * and again when they turn out to be unusable. Belongs to one event loop.
 */
public final class AuthorizationServer {
    /** How long the server may take to respond. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** How many requests are sent to it at a time. */
    private static final int MAX_REQUESTS = 40;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_RESPONSE_BYTES = 1024 * 1024;
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final int MAX_PORT = 65_535;
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final Duration RENEWAL = Duration.ofMinutes(10);

    private final String issuer;
    private final HttpClient http;
    private final FetchedValue<Endpoints> endpoints;

    public AuthorizationServer(Vertx vertx, String issuer) {
        this.issuer = issuer;
        http = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(MAX_REQUESTS)
                .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout((int) IDLE_TIMEOUT.toMillis()));
        endpoints = new FetchedValue<>(RENEWAL, this::discover);
    }

    /**
     * The endpoints of the server, as URLs (OpenID Connect Discovery 1.0, 3; RFC 8414, 2); blank for those that it does
     * not offer.
     */
    public record Endpoints(String authorization, String token, String introspection, String keys) {}

    String issuer() {
        return issuer;
    }

    /** Fails if the server cannot be reached or reports a different issuer. */
    public Future<Endpoints> endpoints() {
        return endpoints.get();
    }

    /** Fetches the JWK Set. Fails like {@link #ask}, and if the set cannot be read. */
    <T> Future<T> keys(Function<JsonNode, T> reader) {
        return endpoints()
                .compose(found -> get(requireUrl("jwks_uri", found.keys())))
                .map(reader)
                .onFailure(failure -> endpoints.distrust());
    }

    /** Asks about a token (RFC 7662). Fails like {@link #ask}. */
    Future<JsonNode> introspect(RequestOptions request, Buffer form) {
        return endpoints()
                .compose(found -> ask(
                        request.setMethod(HttpMethod.POST)
                                .setAbsoluteURI(requireUrl("introspection_endpoint", found.introspection())),
                        form))
                .onFailure(failure -> endpoints.distrust());
    }

    /** Whether a text can identify an issuer: a URL without query and fragment (OpenID Connect Core 1.0, 2). */
    public static boolean isIssuer(String text) {
        return isUrl(text) && !text.contains("?") && !text.contains("#");
    }

    private String requireUrl(String member, String url) {
        if (!isUrl(url)) {
            throw new IllegalStateException(
                    "\"%s\" is not a URL for %s in the discovery document of %s".formatted(url, member, issuer));
        }
        return url;
    }

    private static boolean isUrl(String text) {
        try {
            var url = new URL(text);
            return SCHEMES.contains(url.getProtocol()) && !url.getHost().isEmpty() && url.getPort() <= MAX_PORT;
        } catch (MalformedURLException malformed) {
            return false;
        }
    }

    /** A slash at the end of the issuer is not doubled (OpenID Connect Discovery 1.0, 4.1). */
    private Future<Endpoints> discover() {
        var base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return get(base + DISCOVERY).map(this::read);
    }

    private Endpoints read(JsonNode configuration) {
        var actual = configuration.path("issuer").asText();
        if (!issuer.equals(actual)) {
            throw new IllegalStateException(
                    "The discovery document is for the issuer \"%s\", not for \"%s\"".formatted(actual, issuer));
        }
        return new Endpoints(
                configuration.path("authorization_endpoint").asText(""),
                configuration.path("token_endpoint").asText(""),
                configuration.path("introspection_endpoint").asText(""),
                configuration.path("jwks_uri").asText(""));
    }

    /**
     * Fails with {@code service_unavailable} if the server does not respond in time or cannot be used, and tells the
     * operator why.
     */
    static <T> Future<T> orUnavailable(Future<T> response, OccasionalWarning warning) {
        return response.timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(warning::log)
                .recover(failure -> Future.failedFuture(SERVICE_UNAVAILABLE
                        .because("Logins currently cannot be checked; try again.")
                        .asException()));
    }

    private Future<JsonNode> get(String url) {
        return ask(new RequestOptions().setMethod(HttpMethod.GET).setAbsoluteURI(url), Buffer.buffer());
    }

    /**
     * Fails unless the response is 200 with a JSON document of up to 1 MB, and if it takes too long. An abandoned
     * request does not occupy a connection.
     */
    private Future<JsonNode> ask(RequestOptions request, Buffer body) {
        return http.request(request.setConnectTimeout(CONNECT_TIMEOUT.toMillis()))
                .compose(connected -> exchange(connected, body))
                .map(Json::read);
    }

    private static Future<Buffer> exchange(HttpClientRequest request, Buffer body) {
        return request.send(body)
                .compose(AuthorizationServer::bodyOf)
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(failure -> request.reset())
                .recover(failure -> Future.failedFuture(
                        failure instanceof TimeoutException
                                ? new TimeoutException("%s has not responded within %s ms"
                                        .formatted(request.absoluteURI(), TIMEOUT.toMillis()))
                                : failure));
    }

    private static Future<Buffer> bodyOf(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            response.exceptionHandler(unneeded -> {});
            return Future.failedFuture(new IllegalStateException(problemOf(response)));
        }
        var body = Buffer.buffer();
        var whole = Promise.<Buffer>promise();
        response.exceptionHandler(whole::tryFail)
                .endHandler(end -> whole.tryComplete(body))
                .handler(chunk -> {
                    if (body.length() + chunk.length() > MAX_RESPONSE_BYTES) {
                        whole.tryFail(new IllegalStateException("The response is larger than 1 MB"));
                    } else {
                        body.appendBuffer(chunk);
                    }
                });
        return whole.future();
    }

    private static String problemOf(HttpClientResponse response) {
        var request = response.request();
        var problem = "%s responded with %s".formatted(request.absoluteURI(), response.statusCode());
        return response.statusCode() == 401 && request.headers().contains(HttpHeaders.AUTHORIZATION)
                ? problem + ": it does not accept authentication.oauth2-client-id and oauth2-client-secret"
                : problem;
    }

    /**
     * A value fetched from another server. It is fetched by one request at a time, however many callers wait for it, and
     * not again before it is due. Belongs to one event loop.
     */
    static final class FetchedValue<T> {
        /** A fetch that has failed or returned an unusable value is soon repeated, but not for every request. */
        private static final Duration RETRY = Duration.ofSeconds(1);

        private final Duration validity;
        private final Supplier<Future<T>> fetch;
        private Optional<Future<T>> latest = Optional.empty();
        private long completedAt;
        private boolean isDistrusted;

        /**
         * Creates a value that has not been fetched yet.
         *
         * @param validity how long a fetched value is used
         */
        FetchedValue(Duration validity, Supplier<Future<T>> fetch) {
            this.validity = validity;
            this.fetch = fetch;
        }

        /** Returns the latest value, the result of the fetch in progress, or else of a new fetch. */
        Future<T> get() {
            if (latest.filter(last -> !isDue(last)).isEmpty()) {
                isDistrusted = false;
                latest = Optional.of(fetch.get().onComplete(done -> completedAt = System.nanoTime()));
            }
            return RequestContext.kept(latest.get());
        }

        private boolean isDue(Future<T> last) {
            var used = last.succeeded() && !isDistrusted ? validity : RETRY;
            return last.isComplete() && System.nanoTime() - completedAt >= used.toNanos();
        }

        /** Marks the latest value as possibly wrong: it is used no longer than a failed fetch. */
        void distrust() {
            isDistrusted = true;
        }
    }
}
