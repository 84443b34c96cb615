package dev.registrar.gateway.faults.cluster.load;

import java.time.Duration;

/**
 * One request of the load.
 *
 * @param second when it was sent, in seconds since the load began
 * @param outcome {@code ok}, or the status and the error, or what happened in place of a response
 */
record Observation(int second, String method, String outcome, Duration took) {
    static final String OK = "ok";

    boolean isGood() {
        return outcome.equals(OK);
    }

    String failure() {
        return method + " " + outcome;
    }
}
