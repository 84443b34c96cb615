package dev.registrar.resource.database.server;

import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Blocking work with the database, and a watch over it. While it takes longer than usual, the log says what it waits for, however
 * long that is: a migration may take hours, or wait for the one of another node. It is ended only when PostgreSQL shows no sign of
 * life twice in a row. A timeout of its sockets could not tell a silent server from a long statement.
 */
public final class WatchedWork<T> {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(3);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** The driver reports that a connection cannot be opened, or is broken. */
    private static final String NO_CONNECTION = "08";

    private static final String LOST = "its connections are open, but it has run no statement since the last look";

    private final Vertx vertx;
    private final DatabaseUri uri;
    private final JdbcSessions sessions;
    private final WorkerExecutor thread;
    private final long begin = System.nanoTime();
    private Optional<SessionActivity> latest = Optional.empty();
    private boolean isSilent;
    private volatile long timer;
    private volatile boolean isOver;
    private volatile Optional<StartException> silence = Optional.empty();

    private WatchedWork(Vertx vertx, DatabaseUri uri) {
        this.vertx = vertx;
        this.uri = uri;
        sessions = new JdbcSessions(uri);
        // Vert.x would log a warning every second if one of its own threads were occupied for more than a minute.
        thread = vertx.createSharedWorkerExecutor(sessions.name(), 1, Integer.MAX_VALUE, TimeUnit.SECONDS);
    }

    /** Work that blocks its thread. */
    public interface Steps<T> {
        T run(JdbcSessions sessions) throws Exception;
    }

    /**
     * Runs steps on a thread of their own.
     *
     * @return fails like the steps, or with a sentence for operators when PostgreSQL has become silent
     */
    public static <T> Future<T> run(Vertx vertx, DatabaseSettings settings, Steps<T> steps) {
        return new WatchedWork<T>(vertx, settings.uri()).run(steps);
    }

    private Future<T> run(Steps<T> steps) {
        lookAfter(FIRST_PAUSE);
        return thread.executeBlocking(() -> steps.run(sessions), false)
                .onComplete(over -> end())
                .recover(failure -> Future.failedFuture(silence.isPresent() ? silence.get() : failure));
    }

    private void end() {
        isOver = true;
        vertx.cancelTimer(timer);
        var unused = thread.close();
    }

    private void lookAfter(Duration pause) {
        timer = vertx.setTimer(pause.toMillis(), due -> {
            var unused = vertx.executeBlocking(this::look, false).onSuccess(looked -> {
                if (!isOver) {
                    lookAfter(isSilent ? FIRST_PAUSE : longer(pause));
                }
            });
        });
    }

    private static Duration longer(Duration pause) {
        return pause.compareTo(LONGEST_PAUSE.dividedBy(2)) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
    }

    private Void look() {
        try {
            judge(SessionActivity.read(uri, sessions.name()));
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith(NO_CONNECTION)) {
                recordSilence(e.getMessage());
            } else {
                recordLife(Level.INFO, "what it does cannot be read: " + e.getMessage());
            }
        }
        return null;
    }

    private void judge(SessionActivity activity) {
        var isLost = latest.isPresent() && !activity.isProgressSince(latest.get());
        latest = Optional.of(activity);
        if (isLost) {
            recordSilence(LOST);
        } else if (activity.isIdle()) {
            isSilent = false;
        } else {
            recordLife(activity.waitsForLock() ? Level.WARN : Level.INFO, activity.toString());
        }
    }

    private void recordLife(Level level, String activity) {
        isSilent = false;
        if (!isOver) {
            LOG.atLevel(level).log("Registrar has been waiting for {} for {} s: {}", uri, age(), activity);
        }
    }

    private void recordSilence(String reason) {
        if (isOver) {
            return;
        }
        if (isSilent) {
            silence = Optional.of(new StartException(
                    StartFailure.DATABASE,
                    "%s cannot be used: it has become silent, and Registrar has been waiting for %d s: %s"
                            .formatted(uri, age(), reason)));
            sessions.end();
        } else {
            isSilent = true;
            LOG.warn("Registrar has been waiting for {} for {} s: it does not respond: {}", uri, age(), reason);
        }
    }

    private long age() {
        return Duration.ofNanos(System.nanoTime() - begin).toSeconds();
    }
}
