package dev.registrar.gateway.authentication;

import dev.registrar.gateway.authentication.basic.TooManyFailedLogins;
import dev.registrar.gateway.authentication.scheme.InvalidCredentials;
import dev.registrar.gateway.authentication.scheme.Scheme;
import dev.registrar.resource.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Metrics of credentials that were rejected, by the way of login. Requests without credentials do not count. */
final class FailedLoginCounters {
    private static final String SESSION = "session";

    private final Map<String, Counter> counters = new HashMap<>();

    /** Registers all counters at once, so that each exists from the start with the value 0. */
    FailedLoginCounters(NodeMetrics metrics, List<Scheme> schemes) {
        schemes.forEach(scheme -> counters.put(scheme.name(), counter(metrics, scheme.name())));
        counters.put(SESSION, counter(metrics, SESSION));
    }

    private static Counter counter(NodeMetrics metrics, String way) {
        return metrics.counter(
                "registrar.failed.logins", "Credentials that were rejected", "way", way.toLowerCase(Locale.ROOT));
    }

    /**
     * Counts a failure if it is about credentials.
     *
     * @param tried the scheme that was tried, if any
     * @param hasSession whether the request names a session
     */
    void count(Throwable failure, Optional<Scheme> tried, boolean hasSession) {
        if (failure instanceof InvalidCredentials || failure instanceof TooManyFailedLogins) {
            tried.map(Scheme::name)
                    .or(() -> hasSession ? Optional.of(SESSION) : Optional.empty())
                    .map(counters::get)
                    .ifPresent(Counter::increment);
        }
    }
}
