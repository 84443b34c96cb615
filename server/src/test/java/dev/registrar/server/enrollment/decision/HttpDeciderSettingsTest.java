package dev.registrar.server.enrollment.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.configuration.ConfigurationFolder;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import dev.registrar.testing.certificate.CertificateAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of the HTTP decider, as a start and {@code --check} read them. */
class HttpDeciderSettingsTest {
    private static final String SECRET = "whsec_c2VjcmV0IG9mIHRoZSBzZXR0aW5ncywgYnl0ZXM=";

    @TempDir
    private Path folder;

    private List<String> errors(String keys) throws IOException {
        Files.writeString(folder.resolve("registrar.yaml"), "enrollment: {%s}".formatted(keys));
        var configuration = Configuration.load(
                ConfigurationFolder.of(Optional.of(folder)),
                Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni"),
                new Properties());
        try {
            RequiredSettings.requireIn(configuration, Roles.ALL, false);
            return List.of();
        } catch (InvalidSettingsException e) {
            return e.errors();
        }
    }

    private List<String> errorsOf(String url, String others) throws IOException {
        return errors("decider: http, decider-url: \"%s\", decider-secrets: \"%s\"%s".formatted(url, SECRET, others));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://seats.example.edu/decide?token=s3cret", "http://LocalHost:8090", "http://[::1]:8090"})
    void a_url_with_tls_or_of_this_machine_is_accepted(String url) throws IOException {
        assertThat(errorsOf(url, "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://seats.example.edu/s3cret",
                "http://10.1.2.3/s3cret",
                "http://localhost.example.edu/s3cret",
                "http://[fd12:3456::1]/s3cret"
            })
    void http_to_another_machine_has_to_be_allowed(String url) throws IOException {
        assertThat(errorsOf(url, ""))
                .singleElement()
                .asString()
                .startsWith("enrollment.decider-url must begin with https://");
        assertThat(errorsOf(url, ", decider-allow-http: true")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            decider-url: ""                          | enrollment.decider-url must be an absolute URL
            decider-url: "seats.example.edu"         | enrollment.decider-url must be an absolute URL
            decider-url: "ftp://s3cret.example.edu"  | enrollment.decider-url must be an absolute URL
            decider-url: "https://u:s3cret@a.example" | enrollment.decider-url must not contain a user or password
            decider-url: "https://a.example/#s3cret" | enrollment.decider-url must not have a fragment
            decider-url: "https://2130706433/s3cret" | enrollment.decider-url must have a name, or an address as four decimal numbers
            decider-secrets: ""                      | enrollment.decider-secrets is missing; it must be whsec_ and 24 to 64 bytes in base64
            decider-secrets: "s3cret"                | enrollment.decider-secrets must be whsec_ and 24 to 64 bytes in base64
            decider-ca: campus.pem                   | enrollment.decider-ca: campus.pem cannot be read
            decider-ca: registrar.yaml               | enrollment.decider-ca: {folder}/registrar.yaml contains no certificate
            decider-concurrency: 0                   | enrollment.decider-concurrency must be from 1 to 200
            decider-concurrency: 201                 | enrollment.decider-concurrency must be from 1 to 200
            decider: bus                             | enrollment.decider-url is not asked unless enrollment.decider is http
            decider: built-in                        | enrollment.decider-url is not asked unless enrollment.decider is http
            decider: https                           | enrollment.decider must be one of built-in, bus, http
            """)
    void a_wrong_key_is_reported_without_what_is_secret(String key, String error) throws IOException {
        var name = key.substring(0, key.indexOf(':'));
        var keys = new LinkedHashMap<>(Map.of(
                "decider", "decider: http",
                "decider-url", "decider-url: \"https://seats.example.edu\"",
                "decider-secrets", "decider-secrets: \"%s\"".formatted(SECRET)));
        keys.put(name, key);
        assertThat(errors(String.join(", ", keys.values())))
                .singleElement()
                .asString()
                .startsWith(error.replace("{folder}", folder.toString()))
                .doesNotContain("s3cret");
    }

    @Test
    void all_errors_are_reported_at_once() throws IOException {
        assertThat(errors("decider: http, decider-ca: campus.pem, decider-concurrency: 999"))
                .extracting(error -> error.substring(0, error.indexOf(' ')))
                .containsExactlyInAnyOrder(
                        "enrollment.decider-url",
                        "enrollment.decider-secrets",
                        "enrollment.decider-ca:",
                        "enrollment.decider-concurrency");
    }

    @Test
    void the_authority_is_looked_up_in_the_folder_of_the_configuration() throws IOException {
        var authority = new CertificateAuthority(folder, "campus").certificate().getFileName();
        assertThat(errorsOf("https://seats.example.edu", ", decider-ca: " + authority))
                .isEmpty();
    }
}
