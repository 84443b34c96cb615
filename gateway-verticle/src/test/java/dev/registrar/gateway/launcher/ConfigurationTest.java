package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What the head of conf/registrar.yaml promises. */
class ConfigurationTest {

    private static Properties properties(String name, String value) {
        var properties = new Properties();
        properties.setProperty(name, value);
        return properties;
    }

    @Test
    void the_shipped_file_is_complete() {
        var configuration = Configuration.load(Map.of(), new Properties());
        assertThat(configuration.getJsonObject("http").getInteger("port")).isEqualTo(8080);
        assertThat(configuration.getJsonObject("http").getString("host")).isEqualTo("127.0.0.1");
    }

    @Test
    void a_system_property_goes_before_an_environment_variable_and_that_before_the_file() {
        var environment = Map.of("REGISTRAR_HTTP_PORT", "1", "REGISTRAR_ENROLLMENT_SYNC_WINDOW", "2 s");
        var configuration = Configuration.load(environment, properties("registrar.http.port", "2"));
        assertThat(configuration.getJsonObject("http").getString("port")).isEqualTo("2");
        assertThat(configuration.getJsonObject("enrollment").getString("sync-window"))
                .isEqualTo("2 s");
    }

    @Test
    void an_unknown_system_property_is_refused_by_name() {
        assertThatThrownBy(() -> Configuration.load(Map.of(), properties("registrar.http.prot", "2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("registrar.http.prot");
    }
}
