package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.ExitCode.FAILED;
import static dev.registrar.server.transfer.ExitCode.NO_ACCESS;
import static dev.registrar.server.transfer.ExitCode.UNREACHABLE;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends requests to a service, and sends them again where that may help. The client of Vert.x reads a response that comes
 * before the end of an upload; that of the JDK does not.
 */
final class ServiceClient implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final Set<Integer> NO_ACCESS_STATUSES = Set.of(401, 403);

    /** Of an overloaded service, of one that is started again, and of proxies before it. */
    private static final Set<Integer> TEMPORARY = Set.of(429, 502, 503, 504);

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int CONFLICT = 409;

    private final Access access;
    private final Retries retries;
    private final Vertx vertx;
    private final HttpClient http;
    private volatile boolean isReached;

    /**
     * How often and when a request is sent again.
     *
     * @param firstPause the next pauses are twice as long each, up to {@code longestPause}
     * @param timeout how long nothing may arrive or leave
     */
    record Retries(int attempts, Duration firstPause, Duration longestPause, Duration timeout) {
        /** Long enough for a service that is started again. */
        static final Retries DEFAULT =
                new Retries(10, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(60));

        private Duration pauseAfter(int attempt) {
            var pause = firstPause.multipliedBy(1L << (attempt - 1));
            return pause.compareTo(longestPause) < 0 ? pause : longestPause;
        }
    }

    ServiceClient(Access access, Retries retries) {
        this.access = access;
        this.retries = retries;
        // Whoever reads rows slowly blocks the event loop, which has nothing else to do.
        vertx = Vertx.vertx(
                new VertxOptions().setMaxEventLoopExecuteTime(1).setMaxEventLoopExecuteTimeUnit(TimeUnit.DAYS));
        // A response before the end of an upload leaves a connection that cannot be used again.
        var options = new HttpClientOptions()
                .setMaxPoolSize(1 + retries.attempts())
                .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                .setIdleTimeout((int) retries.timeout().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        access.ca().ifPresent(file -> options.setTrustOptions(new PemTrustOptions().addCertPath(file.toString())));
        http = vertx.createHttpClient(options);
    }

    String urlOf(String path) {
        return access.url() + path;
    }

    /** Begins a request for a path below the base URL. */
    RequestOptions request(HttpMethod method, String path) {
        return new RequestOptions()
                .setMethod(method)
                .setAbsoluteURI(urlOf(path))
                .putHeader("Authorization", access.authorization())
                .putHeader("Accept", "application/vnd.api+json");
    }

    /** Reads a document. */
    ServiceResponse read(String path, Progress progress) throws TransferException, InterruptedException {
        return expect(
                OK,
                () -> exchange(request(HttpMethod.GET, path), HttpClientRequest::end, HttpClientResponse::body),
                () -> false,
                progress);
    }

    /** Sends a file, which is accepted. */
    ServiceResponse upload(RequestOptions request, SentFile file) throws TransferException, InterruptedException {
        return expect(
                ACCEPTED,
                () -> exchange(request, sent -> file.sendBy(sent, vertx), HttpClientResponse::body),
                () -> false,
                file.progress());
    }

    /** Receives rows. When some of them have been written, the request is not sent again. */
    void receive(RequestOptions request, ReceivedRows rows) throws TransferException, InterruptedException {
        try {
            var unused = expect(
                    OK, () -> exchange(request, HttpClientRequest::end, rows::read), rows::hasBegun, rows.progress());
        } catch (TransferException e) {
            throw rows.explain(e);
        }
    }

    private Future<ServiceResponse> exchange(
            RequestOptions options,
            Consumer<HttpClientRequest> send,
            Function<HttpClientResponse, Future<Buffer>> read) {
        return http.request(options)
                .compose(request -> {
                    isReached = true;
                    // The response fails, too.
                    request.exceptionHandler(failure -> {});
                    send.accept(request);
                    return request.response();
                })
                .compose(response -> read.apply(response)
                        .map(body -> new ServiceResponse(response.statusCode(), response.headers(), body)));
    }

    private ServiceResponse expect(
            int status, Supplier<Future<ServiceResponse>> exchange, BooleanSupplier isLast, Progress progress)
            throws TransferException, InterruptedException {
        var response = send(exchange, isLast, progress);
        if (response.status() != status) {
            throw new TransferException(exitCode(response.status()), response.errors());
        }
        return response;
    }

    private static ExitCode exitCode(int status) {
        if (NO_ACCESS_STATUSES.contains(status)) {
            return NO_ACCESS;
        }
        return TEMPORARY.contains(status) ? UNREACHABLE : FAILED;
    }

    /** Returns the first response that is not temporary. A wrong address is not tried again, a lost connection is. */
    private ServiceResponse send(Supplier<Future<ServiceResponse>> exchange, BooleanSupplier isLast, Progress progress)
            throws TransferException, InterruptedException {
        for (var attempt = 1; ; attempt++) {
            var pause = retries.pauseAfter(attempt);
            String reason;
            try {
                var response =
                        exchange.get().toCompletionStage().toCompletableFuture().join();
                if (!isTemporary(response) || attempt == retries.attempts()) {
                    return response;
                }
                pause = response.retryAfter().orElse(pause);
                reason = response.errors();
            } catch (CompletionException e) {
                reason = unreachable(e.getCause());
                if (!isReached || isLast.getAsBoolean() || attempt == retries.attempts()) {
                    throw new TransferException(UNREACHABLE, reason);
                }
            }
            progress.explain("%s Again in %s s.".formatted(reason, pause.toSeconds()));
            Thread.sleep(pause.toMillis());
        }
    }

    /** A request with the same key that is still in progress is one of ours, whose connection was lost. */
    private static boolean isTemporary(ServiceResponse response) {
        return TEMPORARY.contains(response.status())
                || (response.status() == CONFLICT && response.retryAfter().isPresent());
    }

    private String unreachable(Throwable cause) {
        if (cause instanceof SSLHandshakeException) {
            return "The certificate of %s is not trusted (%s); --ca names the file of its CA."
                    .formatted(access.url(), reasonOf(cause));
        }
        return "%s %s (%s)."
                .formatted(
                        isReached ? "The connection was lost to" : "There is no connection to",
                        access.url(),
                        cause.getMessage());
    }

    private static String reasonOf(Throwable handshake) {
        var reason = handshake;
        while (reason.getCause() != null) {
            reason = reason.getCause();
        }
        return reason.getMessage();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
