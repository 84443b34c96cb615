package dev.registrar.resource.database.server;

import static dev.registrar.resource.time.TimeLimits.TRANSACTION_OVERHEAD;

import dev.registrar.resource.settings.SettingsErrors;
import dev.registrar.resource.time.Deadline;
import java.time.Duration;

/**
 * The settings of the connections to PostgreSQL.
 *
 * @param uri the server and the login
 * @param poolSize the maximum number of connections of a verticle for reads, and for changes
 * @param maxWaitQueue the maximum number of requests of one verticle and purpose that wait for a connection; further ones fail with 503
 * @param maxWait how long a request waits for a connection
 * @param statementTimeout how long PostgreSQL works on one statement, or on the statements of a transaction
 * @param lockTimeout how long a statement waits for a row that another transaction has locked
 */
public record DatabaseSettings(
        DatabaseUri uri,
        int poolSize,
        int maxWaitQueue,
        Duration maxWait,
        Duration statementTimeout,
        Duration lockTimeout) {
    /** How long a reply may take to arrive after PostgreSQL has finished. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    public DatabaseSettings {
        var errors = new SettingsErrors();
        errors.require(poolSize >= 1, "database.pool-size must be at least 1");
        errors.require(maxWaitQueue >= 0, "database.max-wait-queue must not be negative");
        errors.throwIfAny();
    }

    /** How long PostgreSQL works on one transaction; statements time out earlier, with an error that does not close the connection. */
    public Duration transactionTimeout() {
        return statementTimeout.plus(TRANSACTION_OVERHEAD);
    }

    /** The deadline of work that starts now and that no request waits for: as long as the pool and PostgreSQL allow. */
    public Deadline backgroundDeadline() {
        return Deadline.in(maxWait.plus(silenceLimit()));
    }

    /** How long a connection may be busy; after this time it is considered unusable. */
    public Duration silenceLimit() {
        return statementTimeout.plus(MARGIN);
    }
}
