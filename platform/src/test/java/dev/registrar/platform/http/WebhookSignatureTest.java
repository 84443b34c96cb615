package dev.registrar.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What other implementations of Standard Webhooks and of HTTP compute from the same values. */
class WebhookSignatureTest {

    /** The test vector of the reference libraries of Standard Webhooks. */
    @Test
    void the_signature_is_that_of_the_reference_libraries() {
        var secret =
                WebhookSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").orElseThrow();
        var body = Buffer.buffer("{\"test\": 2432232314}");
        assertThat(WebhookSecret.signatures(List.of(secret), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_",
                "whsec_c2hvcnQ=",
                "whsec_not base64, whatever",
                "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            })
    void a_secret_of_another_form_or_length_is_rejected(String text) {
        assertThat(WebhookSecret.parse(text)).isEmpty();
    }

    @Test
    void a_secret_is_never_shown() {
        assertThat(WebhookSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
                .get()
                .hasToString("whsec_...");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ' 7 '                         | 7
            00000000000000000000000000003 | 3
            999999999                     | 86400
            99999999999999999999999999999 | 86400
            Fri, 31 Dec 9999 23:59:59 GMT | 86400
            Sun, 22 Nov 2026 12:00:30 GMT | 30
            Sunday, 22-Nov-26 12:00:40 GMT | 40
            Sun Nov 22 12:00:50 2026      | 50
            Sunday, 22-Nov-26 11:59:59 GMT | -1
            Sun, 22 Nov 2026 11:00:00 GMT | -1
            0                             | -1
            soon                          | -1
            ''                            | -1
            Sun, 22 Nov 2026 12:00:30 GMT, or at some other time that is long enough | -1
            """)
    void retry_after_is_a_number_of_seconds_or_a_date_and_at_most_a_day(String value, long seconds) {
        assertThat(RetryAfter.parse(value, Instant.parse("2026-11-22T12:00:00Z")))
                .isEqualTo(Optional.of(seconds).filter(expected -> expected > 0).map(Duration::ofSeconds));
    }
}
