package dev.registrar.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.list;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.registrar.events.webhook.WebhookSettings;
import dev.registrar.platform.http.WebhookSecret;
import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.configuration.ConfigurationFolder;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section {@code webhooks} of the configuration. */
class WebhookConfigurationTest {
    private static final String SECRET = "whsec_c2VjcmV0IG9mIHRoZSBsaWJyYXJ5LCBieXRlcw==";

    @TempDir
    private Path folder;

    private Configuration configuration(String endpoint, String others) throws IOException {
        Files.writeString(folder.resolve("registrar.yaml"), """
                webhooks:
                  endpoints:
                    - name: portal
                      url: https://portal.example.edu/hooks
                      secrets: %s
                    - {%s}
                %s
                """.formatted(SECRET, endpoint, others));
        return Configuration.load(
                ConfigurationFolder.of(Optional.of(folder)),
                Map.of(
                        "REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni",
                        "LIBRARY_SECRET", SECRET,
                        "LIBRARY_TOKEN", "t0ken"),
                new Properties());
    }

    private List<String> errors(String endpoint, String others) throws IOException {
        try {
            RequiredSettings.requireIn(configuration(endpoint, others), Roles.ALL, false);
            return List.of();
        } catch (InvalidSettingsException e) {
            return e.errors();
        }
    }

    @Test
    void secrets_and_urls_may_refer_to_environment_variables() throws IOException {
        var configuration = configuration(
                "name: library, url: \"https://library.example.edu/${LIBRARY_TOKEN}\", secrets: \"${LIBRARY_SECRET}\"",
                "");
        assertThat(configuration.errors()).isEmpty();
        assertThat(WebhookSettings.in(configuration.values()).endpoints())
                .hasSize(2)
                .last()
                .satisfies(library -> {
                    assertThat(library.url().uri()).hasToString("https://library.example.edu/t0ken");
                    assertThat(library.secrets()).hasSize(1).first().isInstanceOf(WebhookSecret.class);
                    assertThat(library.toString()).isEqualTo("library");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: Library, url: "https://a.example", secrets: "${LIBRARY_SECRET}"           | webhooks.endpoints[Library].name must be 1 to 40 lower-case letters
            name: portal, url: "https://a.example", secrets: "${LIBRARY_SECRET}"            | webhooks.endpoints[portal].name is also the name of another endpoint
            name: library, url: "http://s3cret.example", secrets: "${LIBRARY_SECRET}"       | webhooks.endpoints[library].url must begin with https://
            name: library, url: "https://u:s3cret@a.example", secrets: "${LIBRARY_SECRET}"  | webhooks.endpoints[library].url must not contain a user or password
            name: library, url: "https://a b/s3cret", secrets: "${LIBRARY_SECRET}"          | webhooks.endpoints[library].url must be an absolute URL
            name: library, url: "/s3cret", secrets: "${LIBRARY_SECRET}"                     | webhooks.endpoints[library].url must be an absolute URL
            name: library, url: "https://10.1.2.3/s3cret", secrets: "${LIBRARY_SECRET}"     | webhooks.endpoints[library].url must not have an address that is not public
            name: library, url: "https://2130706433/s3cret", secrets: "${LIBRARY_SECRET}"   | webhooks.endpoints[library].url must have a name, or an address as four decimal numbers
            name: library, url: "https://a.example", secrets: whsec_s3cret                  | webhooks.endpoints[library].secrets must be whsec_ and 24 to 64 bytes in base64
            name: library, url: "https://a.example", secrets: whsec-c2VjcmV0IG9mIHRoZSBsaWJyYXJ5LCBieXRlcw== | webhooks.endpoints[library].secrets must be whsec_ and 24 to 64 bytes in base64
            name: library, url: "https://a.example", secrets: ""                            | webhooks.endpoints[library].secrets is missing; it must be whsec_ and 24 to 64 bytes in base64
            name: library, url: "https://a.example"                                         | webhooks.endpoints[library].secrets must be a text
            name: library, url: "https://a.example", secrets: "${NO_SUCH_SECRET}"           | webhooks.endpoints[library].secrets refers to the environment variable NO_SUCH_SECRET, which is not set
            name: library, url: "https://a.example", secrets: "${LIBRARY_SECRET}", typos: x | There is no configuration key "webhooks.endpoints[library].typos"
            name: library, url: "https://a.example", secrets: "${LIBRARY_SECRET}", types: course | webhooks.endpoints: the type course of library does not exist; did you mean courses?
            name: library, url: "https://a.example", secrets: "${LIBRARY_SECRET}", types: "a b"  | webhooks.endpoints[library].types must be resource types
            name: library, url: "https://a.example", secrets: "${LIBRARY_SECRET}", allow-private-addresses: perhaps | webhooks.endpoints[library].allow-private-addresses must be true or false
            """)
    void a_wrong_endpoint_is_reported_with_its_key_and_without_its_secrets(String endpoint, String error)
            throws IOException {
        assertThat(errors(endpoint, ""))
                .anySatisfy(found -> assertThat(found).startsWith(error))
                .noneSatisfy(found -> assertThat(found).contains("s3cret"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '  retry-cap: 1 s'            | webhooks.retry-cap must not be less than retry-delay
            '  concurrency: 0'            | webhooks.concurrency must be from 1 to 100
            '  timeout: 2 min'            | webhooks.timeout must be from 1 ms to 60 s
            '  lease: soon'               | webhooks.lease must be a duration
            '  give-up-after: 0 s'        | webhooks.give-up-after must be at least 1 ms
            '  endpoint: x'               | The configuration key "webhooks.endpoint" in registrar.yaml is unknown; did you mean webhooks.endpoints?
            'events: {retention: 71 h}'   | events.retention must not be less than webhooks.give-up-after
            """)
    void a_wrong_limit_is_reported_with_its_key(String others, String error) throws IOException {
        var library = "name: library, url: \"https://a.example\", secrets: \"${LIBRARY_SECRET}\"";
        assertThat(errors(library, others)).singleElement().asString().startsWith(error);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://library.example.edu/s3cret      | webhooks.endpoints must be a list
            [null]                                  | webhooks.endpoints[0] must be a section of keys
            ["https://library.example.edu/s3cret"]  | webhooks.endpoints[0] must be a section of keys
            """)
    void the_endpoints_are_a_list_of_sections(String endpoints, String error) {
        var configuration = Configuration.load(
                Map.of(
                        "REGISTRAR_WEBHOOKS_ENDPOINTS",
                        endpoints,
                        "REGISTRAR_DATABASE_URI",
                        "postgresql://registrar@127.0.0.1:1/uni"),
                new Properties());
        assertThatThrownBy(() -> RequiredSettings.requireIn(configuration, Roles.ALL, false))
                .asInstanceOf(type(InvalidSettingsException.class))
                .extracting(InvalidSettingsException::errors, list(String.class))
                .singleElement()
                .asString()
                .startsWith(error)
                .doesNotContain("s3cret");
    }
}
