package dev.registrar.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that time limits that contradict each other are rejected, with the keys and the broken rule. */
class TimeLimitsTest {
    private static JsonObject configuration() {
        return new JsonObject("""
                {"http": {"request-timeout": "7 s", "reply-timeout": "3 s", "idle-timeout": "4 s", "drain-delay": "0 s",
                          "drain-timeout": "13 s"},
                 "database": {"max-wait": "700 ms", "statement-timeout": "1500 ms", "lock-timeout": "900 ms"},
                 "enrollment": {"sync-window": "400 ms", "decision-timeout": "8 s", "retry-delay": "600 ms",
                                "retry-cap": "5 s"}}""");
    }

    @Test
    void valid_limits_are_as_configured() {
        var limits = TimeLimits.thatFit(configuration());
        assertThat(limits.reply()).hasSeconds(3);
        assertThat(limits.window()).hasMillis(400);
        assertThat(limits.drainDelay()).isZero();
        assertThat(limits.request()).hasSeconds(7);
        assertThat(limits.decision()).hasSeconds(8);
        assertThat(limits.connection()).hasMillis(700);
        assertThat(limits.transaction()).hasMillis(1600);
        assertThat(limits.background()).hasMillis(2700);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            database   | lock-timeout      | 1501 ms | database.lock-timeout (1501 ms) must be at most database.statement-timeout (1500 ms)
            database   | statement-timeout | 2800 ms | database.statement-timeout (2800 ms) must be at most http.reply-timeout (3000 ms) less 250 ms
            database   | max-wait          | 3 s     | database.max-wait (3000 ms) must be at most http.reply-timeout (3000 ms) less 100 ms
            enrollment | sync-window       | 2701 ms | enrollment.sync-window (2701 ms) must be at most http.reply-timeout (3000 ms) less 300 ms
            http       | idle-timeout      | 2999 ms | http.reply-timeout (3000 ms) must be at most http.idle-timeout (2999 ms)
            http       | drain-delay       | 8 s     | http.drain-delay (8000 ms) and http.drain-timeout (13000 ms) must be at most 20 s together
            enrollment | retry-cap         | 599 ms  | enrollment.retry-delay (600 ms) must be at most enrollment.retry-cap (599 ms)
            http       | drain-timeout     | 0 s     | http.drain-timeout must be at least 1 ms
            http       | idle-timeout      | 600 h   | http.idle-timeout must be at most 24 h
            http       | reply-timeout     | soon    | http.reply-timeout must be a duration such as 500 ms, 2 s, 5 min or 24 h, not "soon"
            """)
    void a_limit_that_breaks_a_rule_is_named(String section, String key, String value, String rule) {
        var configuration = configuration();
        configuration.getJsonObject(section).put(key, value);
        assertThatThrownBy(() -> TimeLimits.thatFit(configuration))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void all_broken_rules_are_named_at_once() {
        var configuration = configuration();
        configuration.getJsonObject("http").put("reply-timeout", "500 ms");
        assertThatThrownBy(() -> TimeLimits.thatFit(configuration))
                .hasMessageContainingAll(
                        "database.max-wait", "database.statement-timeout", "enrollment.sync-window", "less 250 ms");
    }
}
