package dev.registrar.platform.database;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work with the database that blocks a thread, such as migrations. It may take hours, and a timeout of its sockets
 * could not tell a silent server from a long statement. So PostgreSQL is asked regularly, on a connection of its own,
 * who blocks the work: the log names them, and the work fails when there is no response twice in a row.
 */
public final class BlockingWork<T> {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    /** In seconds. There is no limit for statements, because a migration may take long. */
    private static final Map<String, String> LIMITS =
            Map.of("connectTimeout", "10", "loginTimeout", "10", "tcpKeepAlive", "true");

    /** In seconds; the login and the query together take less than the interval. */
    private static final Map<String, String> LIMITS_OF_QUERY =
            Map.of("connectTimeout", "4", "loginTimeout", "4", "socketTimeout", "4");

    /** The driver reports that a connection cannot be opened, or is broken. */
    private static final String NO_CONNECTION = "08";

    /** PostgreSQL shows the state of a session of another user only to a superuser. */
    private static final String BLOCKERS = """
            SELECT string_agg(DISTINCT concat('the session with pid ', blocker, ' of the user ' || other.usename,
                ' from ' || host(other.client_addr), ' (' || nullif(other.application_name, '') || ')',
                ', ' || other.state || ' for ' || extract(epoch FROM now() - other.state_change)::int || ' s'), '; ')
            FROM pg_stat_activity AS own CROSS JOIN unnest(pg_blocking_pids(own.pid)) AS blocking (blocker)
            LEFT JOIN pg_stat_activity AS other ON other.pid = blocker
            WHERE own.application_name = ?""";

    /** By this name, PostgreSQL shows the sessions of this work. */
    private final String name =
            "registrar preparing " + UUID.randomUUID().toString().substring(0, 8);

    private final Vertx vertx;
    private final DatabaseUri uri;
    private final Promise<T> outcome = Promise.promise();
    private volatile boolean isSilent;

    private BlockingWork(Vertx vertx, DatabaseUri uri) {
        this.vertx = vertx;
        this.uri = uri;
    }

    /** Steps that block their thread. The session is closed after them. */
    public interface Steps<T> {
        T run(JdbcSession session) throws Exception;
    }

    /**
     * Runs steps on a thread of their own. Fails like the steps, or with a sentence for operators when PostgreSQL
     * cannot be used or has become silent.
     */
    public static <T> Future<T> run(Vertx vertx, DatabaseSettings settings, Steps<T> steps) {
        return new BlockingWork<T>(vertx, settings.uri()).run(steps);
    }

    private Future<T> run(Steps<T> steps) {
        // Vert.x would log a warning every second if one of its own threads were occupied for more than a minute.
        var thread = vertx.createSharedWorkerExecutor(name, 1, Integer.MAX_VALUE, TimeUnit.SECONDS);
        var timer = vertx.setPeriodic(INTERVAL.toMillis(), due -> vertx.executeBlocking(this::reportBlockers, false));
        thread.executeBlocking(() -> runInSession(steps), false)
                .onSuccess(outcome::tryComplete)
                .onFailure(outcome::tryFail);
        return outcome.future().onComplete(over -> {
            vertx.cancelTimer(timer);
            var unused = thread.close();
        });
    }

    private T runInSession(Steps<T> steps) throws Exception {
        try (var session = JdbcSession.open(uri, name, LIMITS)) {
            return steps.run(session);
        } catch (SQLException e) {
            throw unusable(reasonOf(e), e);
        }
    }

    /** The message of the driver, with the network error that caused it. */
    private static String reasonOf(SQLException failure) {
        var root = Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .reduce(failure, (outer, inner) -> inner);
        if (root instanceof CertPathBuilderException || root instanceof CertPathValidatorException) {
            return "no authority that is trusted has issued its certificate (%s); name the right one by sslrootcert in database.uri"
                    .formatted(root.getMessage());
        }
        return root == failure ? failure.getMessage() : "%s (%s)".formatted(failure.getMessage(), root);
    }

    private Void reportBlockers() {
        try (var session = JdbcSession.open(uri, "registrar", LIMITS_OF_QUERY)) {
            session.query(BLOCKERS, row -> row.getString(1), name).stream()
                    .filter(Objects::nonNull)
                    .forEach(blockers -> LOG.warn("{}: what Registrar waits for is locked by {}", uri, blockers));
            isSilent = false;
        } catch (SQLException e) {
            LOG.warn("{} does not say who blocks Registrar: {}", uri, e.getMessage());
            failIfSilent(e);
        }
        return null;
    }

    private void failIfSilent(SQLException failure) {
        var wasSilent = isSilent;
        isSilent = String.valueOf(failure.getSQLState()).startsWith(NO_CONNECTION);
        if (wasSilent && isSilent) {
            outcome.tryFail(unusable("it has become silent: " + failure.getMessage(), failure));
        }
    }

    private StartException unusable(String why, SQLException failure) {
        return new StartException(StartFailure.DATABASE, "%s cannot be used: %s".formatted(uri, why), failure);
    }
}
