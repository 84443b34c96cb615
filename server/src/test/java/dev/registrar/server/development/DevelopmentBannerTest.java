package dev.registrar.server.development;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.platform.testing.Await;
import dev.registrar.server.configuration.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The message that the development service prints when it is ready, with different configurations. */
@ExtendWith(ServiceExtension.class)
class DevelopmentBannerTest {
    private static final String URL = "https://127.0.0.1:8443";
    private static final String DATABASE = "postgresql://owner@127.0.0.1:5433/campus";

    @TempDir
    private Path folder;

    private static String banner(Service service, Map<String, String> environment) {
        var configuration = Configuration.load(environment, new Properties()).values();
        return Await.success(new DevelopmentBanner(service.vertx(), configuration, Optional.of(DATABASE)).of(URL));
    }

    private String users(String content) throws IOException {
        return Files.writeString(folder.resolve("people.properties"), content).toString();
    }

    @Test
    void the_banner_shows_users_that_have_their_default_passwords(Service service) throws IOException {
        assertThat(banner(service, Map.of()))
                .contains(
                        URL + "/v1/openapi",
                        "admin / admin (may read and change), student / student (may register jd2031), reader / reader (may read)")
                .contains("curl -u reader:reader " + URL)
                .containsPattern("Database +" + DATABASE);
        var file = users("user.admin = a better one,reader\nuser.reader = reader,reader\nrole.reader = read\n");
        assertThat(banner(service, Map.of("REGISTRAR_AUTHENTICATION_USERS_FILE", file)))
                .contains("reader / reader", "curl -u reader:reader")
                .doesNotContain("admin");
    }

    @Test
    void the_first_address_in_the_banner_is_the_entry_point(Service service) {
        assertThat(banner(service, Map.of()).replaceFirst("(?s).*?(https?://\\S+).*", "$1"))
                .isEqualTo(URL + "/v1/");
    }

    @Test
    void the_banner_shows_no_users_with_other_passwords_but_the_path_of_the_users_file(Service service)
            throws IOException {
        var file = users("user.admin = a better one,dean\nrole.dean = *\n");
        assertThat(banner(service, Map.of("REGISTRAR_AUTHENTICATION_USERS_FILE", file)))
                .contains("listed in " + file, "curl -u USER:PASSWORD")
                .doesNotContain("admin", "reader", "a better one");
    }

    @Test
    void the_banner_shows_a_command_with_the_certificate_and_an_access_token_if_these_are_needed(Service service) {
        var environment = Map.of(
                "REGISTRAR_HTTP_TLS_CERTIFICATE", "own.pem",
                "REGISTRAR_HTTP_TLS_KEY", "own.key",
                "REGISTRAR_AUTHENTICATION_BASIC", "false",
                "REGISTRAR_AUTHENTICATION_OAUTH2_ISSUER", "https://auth.example.edu/realms/one",
                "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE", "course-api");
        assertThat(banner(service, environment))
                .contains("managed by https://auth.example.edu/realms/one")
                .contains("curl --cacert own.pem -H 'Authorization: Bearer ACCESS_TOKEN' " + URL)
                .doesNotContain("admin", "reader");
    }
}
