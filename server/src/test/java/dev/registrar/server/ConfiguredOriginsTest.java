package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configured origins whose pages may call the service, which are compared with what browsers send. */
class ConfiguredOriginsTest {
    private static List<String> errorsOf(String origins) {
        var environment = Map.of(
                "REGISTRAR_DATABASE_URI",
                "postgresql://registrar@127.0.0.1:1/uni",
                "REGISTRAR_HTTP_CORS_ORIGINS",
                origins);
        try {
            RequiredSettings.requireIn(Configuration.load(environment, new Properties()), Roles.ALL, false);
            return List.of();
        } catch (InvalidSettingsException e) {
            return e.errors();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://a.example/       | write it as https://portal.example.edu
            https://a.example:443    | write it as https://portal.example.edu
            http://a.example:080/p?q | write it as https://portal.example.edu
            HTTP://Local-Host:03000  | write it as https://portal.example.edu
            https://bücher.example   | write it as https://portal.example.edu
            http://a.example:70000   | write it as https://portal.example.edu
            https://*.example.edu    | write it as https://portal.example.edu
            portal.example.edu       | write it as https://portal.example.edu
            http://a_b.example:x     | write it as https://portal.example.edu
            file:///portal.html      | write it as https://portal.example.edu
            *                        | list each origin
            null                     | serve the page from an origin
            """)
    void an_origin_that_no_page_has_is_rejected_with_what_to_write_instead(String origin, String remedy) {
        assertThat(errorsOf("https://b.example, " + origin))
                .singleElement()
                .asString()
                .startsWith("http.cors-origins: \"%s\" is not an origin as browsers send it; ".formatted(origin))
                .contains(remedy);
    }

    @Test
    void origins_of_any_valid_kind_are_accepted() {
        assertThat(
                        errorsOf(
                                "https://portal.example.edu, http://localhost:3000,http://127.0.0.1,http://[::1]:81,https://a_b.example"))
                .isEmpty();
    }
}
