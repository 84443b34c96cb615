package dev.registrar.registration.enrollment;

import dev.registrar.platform.http.RetryAfter;
import dev.registrar.platform.http.SignedClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.json.DecodeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Asks the URL {@code enrollment.decider-url} for a decision. */
final class HttpDecider implements Decider {
    private static final String JSON = "application/json";
    private static final Map<String, String> HEADERS =
            Map.of("content-type", JSON, "accept", JSON, "user-agent", "registrar-enrollment");

    private static final int OK = 200;

    /** With {@code Retry-After}, they are the decision {@code later}. */
    private static final Set<Integer> LATER = Set.of(429, 503);

    /** What the operator has to correct, here or at the decider; so are redirects, which are never followed. */
    private static final Set<Integer> WRONG_CONFIGURATION = Set.of(401, 403, 404);

    private final SignedClient client;

    HttpDecider(Vertx vertx, DeciderSettings settings, Duration timeout) {
        client = new SignedClient(vertx, settings.recipient(), timeout, settings.deciderConcurrency());
    }

    /** The id of the question is the same in all attempts of one request, so that the decider recognizes them. */
    @Override
    public Future<Decision> decide(Claim claim) {
        var id = claim.registration() + "-" + claim.request();
        return client.post(id, HEADERS, EnrollmentBus.question(claim).toBuffer(), this::decision)
                .recover(failure -> Future.failedFuture(
                        failure instanceof UndecidedException || failure instanceof TimeoutException
                                ? failure
                                : UndecidedException.failed(client.describe(failure))));
    }

    private Future<Decision> decision(HttpClientResponse response) {
        return response.statusCode() == OK
                ? response.body().map(body -> EnrollmentBus.decision(json(response, body)))
                : client.discard(response).map(ended -> decisionByStatus(response));
    }

    private static Object json(HttpClientResponse response, Buffer body) {
        var type = String.valueOf(response.getHeader("content-type"));
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(JSON)) {
            throw UndecidedException.invalidDecision("its Content-Type must be " + JSON);
        }
        try {
            return body.toJsonValue();
        } catch (DecodeException malformed) {
            throw UndecidedException.invalidDecision("it must be JSON");
        }
    }

    private static Decision decisionByStatus(HttpClientResponse response) {
        var status = response.statusCode();
        var retryAfter = response.getHeader("retry-after");
        if (LATER.contains(status) && retryAfter != null) {
            return new Later(EnrollmentBus.NOT_YET, RetryAfter.parse(retryAfter, Instant.now()));
        }
        if (WRONG_CONFIGURATION.contains(status) || (status >= 300 && status < 400)) {
            throw UndecidedException.noDecider(
                    "enrollment.decider-url responds with the status %s; correct the URL, the secrets or the decider"
                            .formatted(status));
        }
        throw UndecidedException.failed("status " + status);
    }
}
