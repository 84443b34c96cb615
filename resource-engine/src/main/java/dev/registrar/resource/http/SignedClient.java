package dev.registrar.resource.http;

import io.netty.util.NetUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Sends requests to one URL, signed by the Standard Webhooks specification. Never follows a redirect, and reads at most 64 KiB of a
 * response.
 */
public final class SignedClient {
    /** How long the rest of a response may take of which only the status counts, before its connection is closed. */
    private static final Duration REST_TIMEOUT = Duration.ofSeconds(1);

    private final VertxInternal vertx;
    private final Recipient recipient;
    private final HttpUrl url;
    private final Duration timeout;
    private final HttpClient client;

    /**
     * Creates a client.
     *
     * @param timeout how long the recipient may take to respond
     * @param connections the maximum number of open connections
     */
    public SignedClient(Vertx vertx, Recipient recipient, Duration timeout, int connections) {
        this.vertx = (VertxInternal) vertx;
        this.recipient = recipient;
        this.timeout = timeout;
        url = recipient.url();
        client = vertx.httpClientBuilder()
                .with(options())
                .with(new PoolOptions().setHttp1MaxSize(connections))
                .withConnectHandler(SignedClient::guard)
                .build();
    }

    private HttpClientOptions options() {
        var options = new HttpClientOptions()
                .setConnectTimeout((int) timeout.toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout((int) timeout.multipliedBy(2).toMillis())
                .setForceSni(!NetUtil.isValidIpV4Address(url.host()) && !NetUtil.isValidIpV6Address(url.host()));
        recipient.authority().ifPresent(options::setTrustOptions);
        return options;
    }

    /** A failure of a connection fails the request, which reports it; Vert.x would log it too, each time. */
    private static void guard(HttpConnection connection) {
        ResponseLimit.apply(connection);
        connection.exceptionHandler(reported -> {});
    }

    /**
     * Sends a request.
     *
     * @param id the same in every attempt
     * @param reading reads the response; what it has not read in time is not read any more
     * @return fails also if the response is not read within the timeout; {@link AttemptErrors} describes failures
     */
    public <T> Future<T> post(
            String id, Map<String, String> headers, Buffer body, Function<HttpClientResponse, Future<T>> reading) {
        var over = Promise.<T>promise();
        return address()
                .compose(address -> client.request(requestTo(address)))
                .compose(request -> {
                    headers.forEach(request::putHeader);
                    sign(request, id, body);
                    return exchange(request, body, reading, over.future());
                })
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .onComplete(over);
    }

    /** The address that is checked is the one that is connected to, even if the name then leads elsewhere. */
    private Future<InetAddress> address() {
        var resolved = vertx.getOrCreateContext().<InetAddress>promise();
        vertx.resolveAddress(url.host(), resolved);
        return resolved.future().map(address -> {
            if (!recipient.allowsPrivateAddresses() && !PublicAddress.is(address)) {
                throw new RejectedPeerException("its address %s is not public; allow-private-addresses is off"
                        .formatted(address.getHostAddress()));
            }
            return address;
        });
    }

    /** The host is that of the URL, for the header and for TLS: SNI, and the certificate. */
    private RequestOptions requestTo(InetAddress address) {
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(url.port(), address.getHostAddress()))
                .setHost(url.host())
                .setPort(url.port())
                .setSsl(url.usesTls())
                .setURI(url.path())
                .setFollowRedirects(false);
    }

    private void sign(HttpClientRequest request, String id, Buffer body) {
        var now = Instant.now().getEpochSecond();
        request.putHeader("webhook-id", id)
                .putHeader("webhook-timestamp", Long.toString(now))
                .putHeader("webhook-signature", WebhookSignature.of(recipient.secrets(), id, now, body));
    }

    private static <T> Future<T> exchange(
            HttpClientRequest request, Buffer body, Function<HttpClientResponse, Future<T>> reading, Future<T> over) {
        request.exceptionHandler(reported -> {});
        if (over.isComplete()) {
            var unused = request.reset();
            return Future.failedFuture("The request is not sent any more");
        }
        ResponseLimit.restart(request.connection());
        var read = request.send(body).compose(response -> {
            response.exceptionHandler(reportedByEnd -> {});
            return reading.apply(response);
        });
        over.onComplete(end -> {
            if (!read.isComplete()) {
                var unused = request.reset();
            }
        });
        return read;
    }

    /** Ignores what is left of a response; one that does not end is cut off. */
    public Future<Void> discard(HttpClientResponse response) {
        return response.end()
                .timeout(Math.min(REST_TIMEOUT.toMillis(), timeout.toMillis() / 2 + 1), TimeUnit.MILLISECONDS)
                .onFailure(endless -> {
                    var unused = response.request().reset();
                })
                .otherwiseEmpty();
    }

    /** Closes all connections. */
    public Future<Void> close() {
        return client.close();
    }
}
