package dev.registrar.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.RecordedLog;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What the log says of the causes of an outage. */
class OutageLogTest {
    @AutoClose
    private final Vertx vertx = Vertx.vertx();

    private void fail(String message, String state) {
        OutageLog.of(vertx).log(new PgException(message, "ERROR", state, ""));
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
            assertThat(log.warnings("was not completed in time; PostgreSQL, or this node,"))
                    .hasSize(1);
        }
    }

    @Test
    void a_silence_is_not_blamed_on_postgresql_alone() {
        try (var log = RecordedLog.start(this)) {
            OutageLog.of(vertx).logSilence();
            assertThat(log.warnings("PostgreSQL, or this node, may have too much to do"))
                    .hasSize(1);
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
