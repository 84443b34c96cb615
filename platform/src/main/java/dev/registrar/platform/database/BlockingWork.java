package dev.registrar.platform.database;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

    /** In seconds; the login and the query together take less than the interval. */
    private static final Map<String, String> LIMITS =
            Map.of("ApplicationName", "registrar", "connectTimeout", "4", "loginTimeout", "4", "socketTimeout", "4");

    /** The driver reports that a connection cannot be opened, or is broken. */
    private static final String NO_CONNECTION = "08";

    /** PostgreSQL shows the state of a session of another user only to a superuser. */
    private static final String BLOCKERS = """
            SELECT string_agg(DISTINCT concat('the session with pid ', blocker, ' of the user ' || other.usename,
                ' from ' || host(other.client_addr), ' (' || nullif(other.application_name, '') || ')',
                ', ' || other.state || ' for ' || extract(epoch FROM now() - other.state_change)::int || ' s'), '; ')
            FROM pg_stat_activity AS own CROSS JOIN unnest(pg_blocking_pids(own.pid)) AS blocking (blocker)
            LEFT JOIN pg_stat_activity AS other ON other.pid = blocker
            WHERE own.application_name = '%s'""";

    private final Vertx vertx;
    private final JdbcSessions sessions;
    private final Promise<T> outcome = Promise.promise();
    private volatile boolean isSilent;

    private BlockingWork(Vertx vertx, DatabaseUri uri) {
        this.vertx = vertx;
        sessions = new JdbcSessions(uri);
    }

    /** Steps that block their thread. */
    public interface Steps<T> {
        T run(JdbcSessions sessions) throws Exception;
    }

    /**
     * Runs steps on a thread of their own.
     *
     * @return fails like the steps, or with a sentence for operators when PostgreSQL has become silent
     */
    public static <T> Future<T> run(Vertx vertx, DatabaseSettings settings, Steps<T> steps) {
        return new BlockingWork<T>(vertx, settings.uri()).run(steps);
    }

    private Future<T> run(Steps<T> steps) {
        // Vert.x would log a warning every second if one of its own threads were occupied for more than a minute.
        var thread =
                vertx.createSharedWorkerExecutor(sessions.getApplicationName(), 1, Integer.MAX_VALUE, TimeUnit.SECONDS);
        var timer = vertx.setPeriodic(INTERVAL.toMillis(), due -> vertx.executeBlocking(this::look, false));
        thread.executeBlocking(() -> steps.run(sessions), false)
                .onSuccess(outcome::tryComplete)
                .onFailure(outcome::tryFail);
        return outcome.future().onComplete(over -> {
            vertx.cancelTimer(timer);
            var unused = thread.close();
        });
    }

    private Void look() {
        try (var session = JdbcSession.open(sessions.uri(), LIMITS)) {
            var blockers = session.ask(
                    BLOCKERS.formatted(sessions.getApplicationName()), row -> Optional.ofNullable(row.getString(1)));
            isSilent = false;
            blockers.ifPresent(
                    found -> LOG.warn("{}: what Registrar waits for is locked by {}", sessions.uri(), found));
        } catch (SQLException e) {
            LOG.warn("{} does not say who blocks Registrar: {}", sessions.uri(), e.getMessage());
            judge(e);
        }
        return null;
    }

    private void judge(SQLException failure) {
        var wasSilent = isSilent;
        isSilent = String.valueOf(failure.getSQLState()).startsWith(NO_CONNECTION);
        if (wasSilent && isSilent) {
            outcome.tryFail(new StartException(
                    StartFailure.DATABASE,
                    "%s cannot be used: it has become silent: %s".formatted(sessions.uri(), failure.getMessage()),
                    failure));
        }
    }
}
