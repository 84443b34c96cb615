package dev.registrar.resource.webhook.sending;

import dev.registrar.resource.webhook.address.PublicAddress;
import dev.registrar.resource.webhook.settings.Endpoint;
import io.netty.util.NetUtil;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends events to one endpoint. Never follows a redirect, and ignores what the endpoint writes in its response. */
public final class WebhookClient {
    private static final String CONTENT_TYPE = "application/cloudevents+json";
    private static final int GONE = 410;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    /** How long the rest of a response may take after its status, before its connection is closed. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(1);

    private final VertxInternal vertx;
    private final Endpoint endpoint;
    private final Duration timeout;
    private final HttpClient client;

    /**
     * Creates a client.
     *
     * @param timeout how long the endpoint may take to respond
     * @param connections the maximum number of open connections
     */
    public WebhookClient(Vertx vertx, Endpoint endpoint, Duration timeout, int connections) {
        this.vertx = (VertxInternal) vertx;
        this.endpoint = endpoint;
        this.timeout = timeout;
        client = vertx.httpClientBuilder()
                .with(new HttpClientOptions()
                        .setConnectTimeout((int) timeout.toMillis())
                        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setIdleTimeout((int) timeout.multipliedBy(2).toMillis())
                        .setForceSni(!NetUtil.isValidIpV4Address(endpoint.host())
                                && !NetUtil.isValidIpV6Address(endpoint.host())))
                .with(new PoolOptions().setHttp1MaxSize(connections))
                .withConnectHandler(WebhookClient::guard)
                .build();
    }

    /** A failure of a connection fails the attempt, which reports it; Vert.x would log it too, each time. */
    private static void guard(HttpConnection connection) {
        ResponseLimit.apply(connection);
        connection.exceptionHandler(reported -> {});
    }

    /**
     * Sends an event.
     *
     * @param event a CloudEvent; its id is the same in every attempt
     * @return never fails
     */
    public Future<AttemptResult> send(JsonObject event) {
        var isOver = new AtomicBoolean();
        return address()
                .compose(address -> client.request(requestTo(address)))
                .compose(request -> exchange(request, event, isOver))
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .onComplete(over -> isOver.set(true))
                .otherwise(failure -> AttemptResult.failed(AttemptErrors.describe(failure, timeout)));
    }

    /** The address that is checked is the one that is connected to, even if the name then leads elsewhere. */
    private Future<InetAddress> address() {
        var resolved = vertx.getOrCreateContext().<InetAddress>promise();
        vertx.resolveAddress(endpoint.host(), resolved);
        return resolved.future().map(address -> {
            if (!endpoint.allowsPrivateAddresses() && !PublicAddress.is(address)) {
                throw new PrivateAddressException(address);
            }
            return address;
        });
    }

    /** The host is that of the URL, for the header and for TLS: SNI, and the certificate. */
    private RequestOptions requestTo(InetAddress address) {
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(endpoint.port(), address.getHostAddress()))
                .setHost(endpoint.host())
                .setPort(endpoint.port())
                .setSsl(endpoint.usesTls())
                .setURI(endpoint.path())
                .setFollowRedirects(false);
    }

    private Future<AttemptResult> exchange(HttpClientRequest request, JsonObject event, AtomicBoolean isOver) {
        request.exceptionHandler(reported -> {});
        if (isOver.get()) {
            var unused = request.reset();
            return Future.failedFuture("The request is not sent any more");
        }
        ResponseLimit.restart(request.connection());
        var body = event.toBuffer();
        sign(request, event.getString("id"), body);
        var timer = vertx.setTimer(timeout.toMillis(), tooLate -> {
            var unused = request.reset();
        });
        return request.send(body)
                .compose(response -> discard(request, response))
                .onComplete(done -> vertx.cancelTimer(timer));
    }

    private void sign(HttpClientRequest request, String id, Buffer body) {
        var now = Instant.now().getEpochSecond();
        request.putHeader("content-type", CONTENT_TYPE)
                .putHeader("user-agent", "registrar-webhooks")
                .putHeader("webhook-id", id)
                .putHeader("webhook-timestamp", Long.toString(now))
                .putHeader("webhook-signature", WebhookSignature.of(endpoint.secrets(), id, now, body));
    }

    /** The status alone is the result; a response that does not end is cut off. */
    private Future<AttemptResult> discard(HttpClientRequest request, HttpClientResponse response) {
        response.exceptionHandler(reportedByEnd -> {});
        return response.end()
                .timeout(Math.min(RESPONSE_TIMEOUT.toMillis(), timeout.toMillis() / 2 + 1), TimeUnit.MILLISECONDS)
                .onFailure(endless -> {
                    var unused = request.reset();
                })
                .otherwiseEmpty()
                .map(ended -> result(response));
    }

    private static AttemptResult result(HttpClientResponse response) {
        var status = response.statusCode();
        if (status >= 200 && status < 300) {
            return AttemptResult.DELIVERED;
        }
        var retryAfter = Optional.ofNullable(response.getHeader("retry-after"))
                .filter(header -> status == TOO_MANY_REQUESTS || status == UNAVAILABLE)
                .flatMap(header -> RetryAfter.parse(header, Instant.now()));
        return new AttemptResult(Optional.of("status " + status), status == GONE, retryAfter);
    }

    /** Closes all connections. */
    public Future<Void> close() {
        return client.close();
    }
}
