package dev.registrar.platform.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A warning that every request may cause does not fill the log. */
class OccasionalWarningTest {
    private static final Duration INTERVAL = Duration.ofMillis(2_300);

    @AutoClose
    private final Vertx vertx = Vertx.vertx();

    private static RuntimeException cause(String message) {
        return new RuntimeException(message, null, false, false) {};
    }

    @Test
    void the_first_cause_is_logged_at_once_and_the_others_later_with_their_number_and_the_age_of_the_latest() {
        try (var log = RecordedLog.start(this)) {
            vertx.runOnContext(now -> {
                var warning = new OccasionalWarning(vertx, LoggerFactory.getLogger("bells"), "No bell rings", INTERVAL);
                warning.log(cause("no rope"));
                warning.log(cause("no clapper"));
                warning.log(cause("no tower"));
            });
            Await.until(
                    "the later ones are logged",
                    () -> log.warnings("No bell rings").size() == 2);
            assertThat(log.warnings("No bell rings"))
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .isEqualTo("No bell rings: no rope (occurrences since the last warning: 1)"),
                            others -> assertThat(others)
                                    .matches("No bell rings: no tower \\(occurrences since the last warning: 2,"
                                            + " the latest [2-9] s ago\\)"));
        }
    }
}
