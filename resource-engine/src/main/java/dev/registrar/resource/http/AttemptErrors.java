package dev.registrar.resource.http;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Describes to operators why a request failed. Messages of exceptions may contain the URL, and with it secrets. */
public final class AttemptErrors {
    private AttemptErrors() {}

    public static String describe(Throwable failure, Duration timeout) {
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
}
