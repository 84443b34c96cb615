package dev.registrar.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the log says of the causes of an outage. */
class OutageLogTest {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() {
        Await.success(vertx.close());
    }

    private void fail(String message, String state) {
        OutageLog.of(vertx).log(new PgException(message, "ERROR", state, ""));
    }

    /** Longer than the interval in which delays are measured. */
    private void keepEventLoopBusy() {
        var unused = OutageLog.of(vertx);
        var end = System.nanoTime() + Duration.ofMillis(1300).toNanos();
        var busy = Promise.<Void>promise();
        vertx.runOnContext(begun -> {
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            vertx.setTimer(50, measured -> busy.complete());
        });
        Await.success(busy.future());
    }

    @Test
    void each_table_that_may_not_be_used_is_named_once() {
        try (var log = RecordedLog.start(this)) {
            fail("permission denied for table registrations", "42501");
            fail("permission denied for table registrations", "42501");
            fail("permission denied for table events", "42501");
            fail("relation \"course.courses\" does not exist", "42P01");
            assertThat(log.warnings("")).hasSize(3);
            assertThat(log.warnings("table events")).hasSize(1);
        }
    }

    @Test
    void a_transaction_that_took_too_long_is_no_outage_of_postgresql() {
        try (var log = RecordedLog.start(this)) {
            fail("terminating connection due to transaction timeout", "25P04");
            assertThat(log.warnings("was not completed in time: this node, or PostgreSQL,"))
                    .hasSize(1);
        }
    }

    @Test
    void a_node_that_is_too_busy_to_use_its_connections_does_not_blame_postgresql() {
        try (var log = RecordedLog.start(this)) {
            keepEventLoopBusy();
            OutageLog.of(vertx).log(new TimeoutException("Timeout"));
            OutageLog.of(vertx).logSilence();
            assertThat(log.warnings(""))
                    .singleElement()
                    .asString()
                    .contains("an event loop of this node is late")
                    .doesNotContain("PostgreSQL");
        }
    }

    @Test
    void a_cause_whose_messages_differ_without_end_is_logged_once() {
        try (var log = RecordedLog.start(this)) {
            fail("invalid page in block 7 of relation base/1/2", "XX001");
            fail("invalid page in block 8 of relation base/1/2", "XX001");
            assertThat(log.warnings("invalid page")).hasSize(1);
        }
    }
}
