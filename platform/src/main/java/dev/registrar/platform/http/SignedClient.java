package dev.registrar.platform.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
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
import io.vertx.core.net.TrustOptions;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/**
 * Sends requests to one URL of others, signed by the Standard Webhooks specification. Never follows a redirect, and
 * reads at most 64 KiB of a response.
 *
 * <p>Uses internal classes of Vert.x, which gives access neither to its resolver of names nor to the bytes of a
 * connection, as long as it has no limit for responses and connects to names only.
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
     * A system of others to which requests are sent.
     *
     * @param secrets the keys that sign each request; more than one while they are rotated
     * @param allowsPrivateAddresses whether its host may have an address that is not public
     * @param authority the only authority whose certificates are trusted; empty for those that the JVM trusts
     */
    public record Recipient(
            HttpUrl url,
            List<WebhookSecret> secrets,
            boolean allowsPrivateAddresses,
            Optional<TrustOptions> authority) {}

    /** The recipient may take so long to respond; at most this number of connections is open. */
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
     * @return fails also if the response is not read within the timeout; {@link #describe} describes failures
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
                .putHeader("webhook-signature", WebhookSecret.signatures(recipient.secrets(), id, now, body));
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

    /** Describes to operators why a request failed. Messages of exceptions may contain the URL, and with it secrets. */
    public String describe(Throwable failure) {
        if (failure instanceof RejectedPeerException) {
            return failure.getMessage();
        }
        if (failure instanceof UnknownHostException) {
            return "its name has no address";
        }
        if (failure instanceof TimeoutException) {
            return "no response within %s ms".formatted(timeout.toMillis());
        }
        if (failure instanceof SSLException) {
            return "TLS failed; is its certificate from a trusted authority, for this name?";
        }
        return failure instanceof ConnectException
                ? "the connection was refused"
                : "the connection failed (%s)".formatted(failure.getClass().getSimpleName());
    }

    public Future<Void> close() {
        return client.close();
    }

    /** The other side of a connection is not what it may be; the message says why, without secrets. */
    private static final class RejectedPeerException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RejectedPeerException(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * Closes a connection on which the other side sends too many bytes in response to one request. Counts them as they
     * arrive, because Vert.x limits neither the body nor the number of informational responses, such as 103.
     */
    private static final class ResponseLimit extends ChannelInboundHandlerAdapter {
        private static final int MAX_BYTES = 65_536;

        private int received;

        /** Limits the responses on a new connection. */
        static void apply(HttpConnection connection) {
            pipeline(connection).addFirst(new ResponseLimit());
        }

        /** Counts from zero, for the response to a new request. */
        static void restart(HttpConnection connection) {
            // A connection that has just been closed has no handlers.
            Optional.ofNullable(pipeline(connection).get(ResponseLimit.class)).ifPresent(limit -> limit.received = 0);
        }

        private static ChannelPipeline pipeline(HttpConnection connection) {
            return ((ConnectionBase) connection).channel().pipeline();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            received += ((ByteBuf) message).readableBytes();
            if (received <= MAX_BYTES) {
                context.fireChannelRead(message);
                return;
            }
            ReferenceCountUtil.release(message);
            context.fireExceptionCaught(new RejectedPeerException("its response is longer than 64 KiB"));
            var unused = context.close();
        }
    }
}
