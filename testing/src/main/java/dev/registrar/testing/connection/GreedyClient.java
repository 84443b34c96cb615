package dev.registrar.testing.connection;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.atomic.AtomicReference;

/** Sends requests over one HTTP/2 connection and reads only the headers of the responses. */
public final class GreedyClient {
    private static final int PING_MILLIS = 100;

    private final Vertx vertx;
    private final int port;
    private final HttpClient client;

    public GreedyClient(Vertx vertx, int port) {
        this.vertx = vertx;
        this.port = port;
        client = vertx.createHttpClient(options().setInitialSettings(new Http2Settings().setInitialWindowSize(0)));
    }

    /** Returns the options for HTTP/2 over one connection. */
    public static HttpClientOptions options() {
        return new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setUseAlpn(true)
                .setSsl(true)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setHttp2MaxPoolSize(1);
    }

    /** A response whose content is not read. */
    public record Unread(int status, AtomicReference<Throwable> end) {
        public boolean isCutOff() {
            return end.get() != null;
        }
    }

    /** Sends a GET and returns the response once its headers arrive; fails if the service resets the stream before that. */
    public Future<Unread> get(String path) {
        return request(path).compose(HttpClientRequest::send).map(GreedyClient::unread);
    }

    /** Does the same as {@link #get} and sends pings, so that the connection never looks idle. */
    public Future<Unread> getAndPing(String path) {
        return request(path).compose(request -> {
            var connection = request.connection();
            var pings = vertx.setPeriodic(PING_MILLIS, timer -> connection.ping(Buffer.buffer(new byte[8])));
            connection.closeHandler(closed -> vertx.cancelTimer(pings));
            return request.send().map(GreedyClient::unread);
        });
    }

    private Future<HttpClientRequest> request(String path) {
        return client.request(HttpMethod.GET, port, "127.0.0.1", path)
                .map(request -> request.putHeader("Authorization", "Basic cmVhZGVyOnJlYWRlcg=="));
    }

    private static Unread unread(HttpClientResponse response) {
        var end = new AtomicReference<Throwable>();
        response.exceptionHandler(end::set);
        return new Unread(response.statusCode(), end);
    }
}
