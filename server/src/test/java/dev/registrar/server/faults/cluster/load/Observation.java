package dev.registrar.server.faults.cluster.load;

import java.time.Duration;

/**
 * One request of the load.
 *
 * @param second the second in which it was sent, counted from the start of the load
 * @param outcome {@code ok}, or the status with the detail of the error, or the reason why there was no response
 */
record Observation(int second, String method, String outcome, Duration took) {
    static final String OK = "ok";

    boolean isSuccess() {
        return outcome.equals(OK);
    }

    String failure() {
        return method + " " + outcome;
    }
}
