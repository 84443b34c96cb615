package dev.registrar.server.development;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
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
        return Await.success(DevelopmentBanner.of(service.vertx(), configuration, Optional.of(DATABASE), URL));
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
    void the_banner_shows_no_users_with_other_passwords(Service service) throws IOException {
        var file = users("user.admin = a better one,dean\nrole.dean = *\n");
        assertThat(banner(service, Map.of("REGISTRAR_AUTHENTICATION_USERS_FILE", file)))
                .contains("set by the section authentication", "curl " + URL + "/v1/\n")
                .doesNotContain("admin", "reader", "a better one");
    }
}
