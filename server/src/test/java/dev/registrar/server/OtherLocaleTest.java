package dev.registrar.server;

import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A node does and says the same in every locale, time zone and character encoding of its JVM. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
class OtherLocaleTest {
    private static final Pattern OTHER_DIGIT = Pattern.compile("[\\p{Nd}&&[^0-9]]");
    private static final String KEY = "a2V5IG9mIHRoZSBDYWlybyBsaWJyYXJ5LCAyNCBieXRlcw==";

    /** Arabic digits, the date of tomorrow for most of the day, and ASCII. */
    private static Map<String, String> cairoOnKiritimati(String databaseUri, LocalCluster cluster, Receiver library)
            throws Exception {
        Map<String, String> environment = new HashMap<>(cluster.variables());
        environment.put("JAVA_TOOL_OPTIONS", "-Duser.language=ar -Duser.country=EG -Duser.timezone=Pacific/Kiritimati");
        environment.put("LC_ALL", "C");
        environment.put("REGISTRAR_DATABASE_URI", Sql.newDatabase(databaseUri));
        environment.put("REGISTRAR_ENROLLMENT_SYNC_WINDOW", "1700 ms");
        environment.put(
                "REGISTRAR_WEBHOOKS_ENDPOINTS",
                "[{ name: library, url: '%s', secrets: whsec_%s, allow-private-addresses: true }]"
                        .formatted(library.url(), KEY));
        return environment;
    }

    @CanIgnoreReturnValue
    private static Response created(Response response) {
        response.expectStatus(201);
        assertThat(response.body()).doesNotContainPattern(OTHER_DIGIT);
        return response;
    }

    @Test
    void a_node_in_another_locale_time_zone_and_encoding_starts_joins_serves_and_delivers_events(
            @TempDir Path configuration) throws Exception {
        CheckRun.writeUsers(configuration);
        try (var database = ServiceDatabase.start();
                var library = Receiver.start();
                var cluster = new LocalCluster()) {
            var other = cluster.start();
            var node = ServiceProcess.launch(
                    Launcher.class,
                    cairoOnKiritimati(database.uri(), cluster, library),
                    "--conf",
                    configuration.toString(),
                    "--cluster");
            node.awaitReady();
            var dean = Client.of(node.url()).withCredentials("admin", "a better one");
            Await.until("it has joined", () -> LocalCluster.sizeSeenBy(other) == 2);
            try (var stream = EventStreamClient.openWith(
                            node.url() + EventStreamClient.COURSES,
                            Map.of("Authorization", "Basic YWRtaW46YSBiZXR0ZXIgb25l"))
                    .awaitStart()) {
                var before = LocalDate.now(ZoneOffset.UTC);
                var course = created(dean.post("/v1/courses/", course("LOGIC487", "Логика, Ü, 論理")));
                assertThat(LocalDate.parse(course.text("/data/attributes/last_mod_date")))
                        .isBetween(before, LocalDate.now(ZoneOffset.UTC));
                assertThat(stream.await(1).get(0).data()).contains("LOGIC487", "Логика, Ü, 論理");
                assertThat(stream.lines())
                        .noneMatch(line -> OTHER_DIGIT.matcher(line).find());
                created(dean.post("/v1/registrations/", registration("uni1482", course.id())));

                var subject = "courses/" + course.id();
                Await.until("the webhook", () -> !library.accepted(subject).isEmpty());
                var delivery = library.accepted(subject).get(0);
                assertThat(delivery.courseName()).isEqualTo("Логика, Ü, 論理");
                assertThat(delivery.header("webhook-signature")).isEqualTo(delivery.signatureBy(KEY));
            }
            node.end("TERM");
            assertThat(node.awaitEnd()).as(node.output()).isZero();
            assertThat(node.output()).doesNotContainPattern(OTHER_DIGIT).doesNotContain("Exception", " WARN ");
        }
    }

    @Test
    @DisabledIfSystemProperty(
            named = "sun.jnu.encoding",
            matches = "ANSI.*",
            disabledReason = "This JVM cannot create such a folder")
    void a_start_that_cannot_open_a_folder_because_its_locale_allows_only_ascii_says_what_to_set(@TempDir Path folder)
            throws IOException {
        var configuration = Files.createDirectory(folder.resolve("Universität 登録"));
        var start = ServiceProcess.launch(
                Launcher.class, Map.of("LC_ALL", "C"), "--conf", configuration.toString(), "--check");
        assertThat(start.awaitEnd()).isEqualTo(2);
        assertThat(start.output().lines())
                .singleElement()
                .asString()
                .startsWith("Registrar cannot start: --conf ")
                .contains("LC_ALL=C.UTF-8");
    }
}
