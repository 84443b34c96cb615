package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.time.Deadline;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A node that is too busy to read what PostgreSQL has sent, as on a machine with few processors, or while it starts. */
class BlockedEventLoopTest {
    /** Longer than the service waits for PostgreSQL: its statement timeout and half a second. */
    private static final Duration BLOCKED = Duration.ofSeconds(4);

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_one_event_loop() throws Exception {
        service = Service.start(Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1)), new JsonObject("""
                {"http": {"reply-timeout": "50 s", "idle-timeout": "51 s"},
                 "database": {"lock-timeout": "3 s", "statement-timeout": "3 s"}}"""));
    }

    /** Runs something on the event loop while this reads from the sockets that were ready at that time. */
    private static void blockEventLoop(Runnable block) throws Exception {
        var done = Promise.<Void>promise();
        var server = Await.success(service.vertx()
                .createNetServer()
                .connectHandler(client -> client.handler(sent -> {
                    block.run();
                    done.complete();
                }))
                .listen(0, "127.0.0.1"));
        try (var client = new Socket(InetAddress.getLoopbackAddress(), server.actualPort())) {
            client.getOutputStream().write(1);
            Await.success(done.future());
        }
        Await.success(server.close());
    }

    private static void release(Connection lock) {
        try {
            lock.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long waitingForLocks() {
        return Sql.waitingForLocks(service.databaseUri());
    }

    @Test
    void a_reply_of_PostgreSQL_that_arrives_in_time_but_is_read_late_is_not_taken_for_silence() throws Exception {
        // One statement outside of a transaction: PostgreSQL ends transactions that are open for too long.
        var path = "/v1/courses/%s/".formatted(service.newCourse());
        try (var log = RecordedLog.start(this);
                var terms =
                        Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE")) {
            var read = CompletableFuture.supplyAsync(() -> service.reader().get(path));
            Await.until("the read waits for the table of the linkage", () -> waitingForLocks() == 1);
            blockEventLoop(() -> {
                var end = Deadline.in(BLOCKED);
                release(terms);
                Await.until("PostgreSQL has replied", () -> waitingForLocks() == 0);
                Await.until("the time is over", () -> end.left().isZero());
            });
            read.join().expectStatus(200);
            assertThat(log.warnings("does not respond")).isEmpty();
        }
    }
}
