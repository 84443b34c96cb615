package dev.registrar.resource.database.server;

import static dev.registrar.resource.time.TimeLimits.TRANSACTION_OVERHEAD;

import dev.registrar.resource.settings.SettingsErrors;
import dev.registrar.resource.time.Deadline;
import java.time.Duration;

/**
 * How to reach PostgreSQL.
 *
 * @param uri where it is and how to log in
 * @param poolSize connections that a verticle holds at most for reading, and for changing
 * @param maxWaitQueue requests of one verticle and purpose that wait for a connection at most; more are refused with 503
 * @param maxWait how long a request waits for a connection
 * @param statementTimeout how long PostgreSQL works on one statement, or on the statements of a transaction
 * @param lockTimeout how long a statement waits for a row that another transaction keeps locked
 */
public record DatabaseSettings(
        DatabaseUri uri,
        int poolSize,
        int maxWaitQueue,
        Duration maxWait,
        Duration statementTimeout,
        Duration lockTimeout) {
    /** How much longer than PostgreSQL itself takes its reply may take to arrive. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    public DatabaseSettings {
        var errors = new SettingsErrors();
        errors.require(poolSize >= 1, "database.pool-size must be at least 1");
        errors.require(maxWaitQueue >= 0, "database.max-wait-queue must not be negative");
        errors.throwIfAny();
    }

    /** How long PostgreSQL works on one transaction; statements end before, with an error that the connection survives. */
    public Duration transactionTimeout() {
        return statementTimeout.plus(TRANSACTION_OVERHEAD);
    }

    /** Until when something that begins now may take that nobody waits for: as long as the pool and PostgreSQL allow. */
    public Deadline backgroundDeadline() {
        return Deadline.in(maxWait.plus(silenceLimit()));
    }

    /** How long a connection may be busy; one that does not come to an end within this time is of no use any more. */
    public Duration silenceLimit() {
        return statementTimeout.plus(MARGIN);
    }
}
