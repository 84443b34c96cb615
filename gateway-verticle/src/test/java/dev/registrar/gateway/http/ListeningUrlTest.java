package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.testing.Service;
import dev.registrar.platform.settings.Settings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The URL on which a node that is ready says that it listens. */
class ListeningUrlTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.5,          '',       http://127.0.0.5:8091",
        "::1,                '',       http://[::1]:8091",
        "courses.uni.test,   http.pem, https://courses.uni.test:8091"
    })
    void it_consists_of_the_scheme_the_host_and_the_port_that_is_taken(String host, String file, String url) {
        var configuration = Service.configuration("");
        configuration
                .getJsonObject("http")
                .put("host", host)
                .put("tls-certificate", file)
                .put("tls-key", file);
        assertThat(Settings.read(configuration, "http", HttpSettings.class).url(8091))
                .isEqualTo(url);
    }
}
