package dev.registrar.server.webhooks;

import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver.Delivery;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.certificate.CertificateAuthority;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries over TLS go to servers that prove who they are, by the trust store that the JVM is configured with. */
class WebhookTlsTest {
    private static final String HOST = "library.example.edu";
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String PASSWORD = "javax.net.ssl.trustStorePassword";

    private static Receiver trusted;
    private static Receiver unknown;
    private static Receiver misnamed;
    private static RecordedLog log;
    private static Service service;

    @BeforeAll
    static void a_service_that_trusts_the_authority_of_the_campus(@TempDir Path folder) throws Exception {
        var campus = new CertificateAuthority(folder, "campus");
        System.setProperty(TRUST_STORE, campus.trustStore("password").toString());
        System.setProperty(PASSWORD, "password");
        trusted = Receiver.start(campus.serverFor(HOST));
        unknown = Receiver.start(new CertificateAuthority(folder, "unknown").serverFor(HOST));
        misnamed = Receiver.start(campus.serverFor("museum.example.edu"));
        log = RecordedLog.start(new WebhookTlsTest());
        service = Service.start(
                WebhookSection.vertxWithLocal(HOST),
                WebhookSection.sections(
                        endpoint("trusted", trusted), endpoint("unknown", unknown), endpoint("misnamed", misnamed)));
    }

    private static JsonObject endpoint(String name, Receiver receiver) {
        return WebhookSection.endpoint(name, receiver).put("url", receiver.url("https://" + HOST));
    }

    @AfterAll
    static void stop() {
        service.close();
        log.close();
        Stream.of(trusted, unknown, misnamed).forEach(Receiver::close);
        System.clearProperty(TRUST_STORE);
        System.clearProperty(PASSWORD);
    }

    private static void expectNothingAtAll(String name, Receiver receiver) {
        service.newCourse();
        Await.until(
                "a warning about " + name,
                () -> !log.warnings("webhook endpoint %s (source course) fail: TLS failed; is its certificate"
                                .formatted(name))
                        .isEmpty());
        assertThat(receiver.all()).isEmpty();
    }

    @Proves("RFC 9110, 4.3.4")
    @Test
    void an_endpoint_with_a_certificate_of_a_trusted_authority_receives_events() {
        var course = "courses/" + service.newCourse();
        Await.until("a delivery", () -> !trusted.of(course).isEmpty());
        List<Delivery> received = trusted.of(course);
        assertThat(received).extracting(Delivery::courseName).containsExactly("Logic");
        assertThat(received.get(0).header("host")).startsWith(HOST + ":");
    }

    @Proves("RFC 9110, 4.3.4")
    @Test
    void an_endpoint_with_a_certificate_of_another_authority_receives_nothing() {
        expectNothingAtAll("unknown", unknown);
    }

    @Proves("RFC 9110, 4.3.4")
    @Test
    void an_endpoint_with_a_certificate_for_another_host_receives_nothing() {
        expectNothingAtAll("misnamed", misnamed);
    }
}
