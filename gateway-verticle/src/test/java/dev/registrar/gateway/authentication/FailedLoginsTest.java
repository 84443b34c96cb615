package dev.registrar.gateway.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The minute of failed logins, and how many of them are remembered. */
class FailedLoginsTest {
    private static final String ADDRESS = "192.0.2.7";

    private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 9);
    private final FailedLogins logins = new FailedLogins(2, time::get);

    private void fail(String user) {
        assertThat(logins.rejectionOf(ADDRESS, user)).isEmpty();
        logins.add(ADDRESS, user);
    }

    private void pass(Duration duration) {
        time.addAndGet(duration.toNanos());
    }

    @Test
    void after_too_many_failed_logins_a_user_can_log_in_when_the_minute_is_over() {
        fail("ada");
        pass(Duration.ofSeconds(17));
        fail("ada");
        assertThat(logins.rejectionOf(ADDRESS, "ada").orElseThrow().seconds()).isEqualTo(43);
        pass(Duration.ofMillis(42_001));
        assertThat(logins.rejectionOf(ADDRESS, "ada").orElseThrow().seconds()).isEqualTo(1);
        pass(Duration.ofMillis(999));
        fail("ada");
        fail("ada");
        assertThat(logins.rejectionOf(ADDRESS, "ada").orElseThrow().seconds()).isEqualTo(60);
    }

    @Test
    void failed_logins_are_forgotten_after_those_of_ten_thousand_other_users() {
        fail("ada");
        fail("ada");
        for (var number = 0; number < 9_999; number++) {
            fail("user" + number);
        }
        assertThat(logins.rejectionOf(ADDRESS, "ada")).isPresent();
        for (var number = 0; number < 10_000; number++) {
            logins.add(ADDRESS, "another" + number);
        }
        assertThat(logins.rejectionOf(ADDRESS, "ada")).isEmpty();
    }

    @Test
    void a_user_whose_password_is_guessed_all_the_time_stays_locked_out_while_logins_of_many_others_fail() {
        fail("ada");
        fail("ada");
        for (var number = 0; number < 30_000; number++) {
            logins.add(ADDRESS, "another" + number);
            assertThat(logins.rejectionOf(ADDRESS, "ada")).isPresent();
        }
    }
}
