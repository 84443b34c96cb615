package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.certificate.IssuedCertificate;
import dev.registrar.gateway.testing.certificate.PemFiles;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS by PEM files, as a certificate authority hands them out and renews them. */
@ExtendWith(ServiceExtension.class)
class TlsTest {
    private static IssuedCertificate present;
    private static IssuedCertificate renewed;
    private static IssuedCertificate expired;
    private static IssuedCertificate future;

    private static PemFiles files;
    private static int port;

    @BeforeAll
    static void issue(Service service, @TempDir Path directory) throws IOException {
        present = IssuedCertificate.issue("present", "-keyalg", "RSA", "-keysize", "2048");
        renewed = IssuedCertificate.issue("renewed", "-keyalg", "EC", "-groupname", "secp256r1");
        expired = IssuedCertificate.issue("expired", "-keyalg", "EC", "-startdate", "-3d", "-validity", "1");
        future = IssuedCertificate.issue("future", "-keyalg", "EC", "-startdate", "+3d");
        files = new PemFiles(directory);
        files.write(present);
        port = gateway(files, service);
    }

    @BeforeEach
    void one_that_is_valid_is_used() throws IOException {
        use(present);
    }

    private static void use(IssuedCertificate valid) throws IOException {
        files.write(valid);
        Await.until("the certificate is used", () -> isServed(valid));
    }

    /** The change from one to the other shows that the files have been read anew, and that no complaint is remembered. */
    private static RecordedLog recordNewComplaints(Object test) throws IOException {
        use(renewed);
        use(present);
        return RecordedLog.start(test);
    }

    private static int gateway(PemFiles files, Service service) {
        return service.startGateway(
                "http",
                new JsonObject()
                        .put("tls-certificate", files.certificate().toString())
                        .put("tls-key", files.key().toString())
                        .put("tls-reload-interval", "50 ms"));
    }

    /** Whether a handshake of a client that trusts this certificate alone succeeds. */
    private static boolean isServed(IssuedCertificate issued) {
        return isSpoken("TLSv1.3", "TLS_AES_128_GCM_SHA256", issued);
    }

    private static boolean isSpoken(String protocol, String cipherSuite, IssuedCertificate issued) {
        try (var socket =
                (SSLSocket) issued.trustingContext().getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.setEnabledCipherSuites(new String[] {cipherSuite});
            socket.startHandshake();
            return true;
        } catch (SSLHandshakeException notAgreed) {
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpResponse<String> get(IssuedCertificate issued) throws IOException, InterruptedException {
        var client =
                HttpClient.newBuilder().sslContext(issued.trustingContext()).build();
        var credentials = Base64.getEncoder().encodeToString("reader:reader".getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:%d/v1/courses/?page%%5Bsize%%5D=1".formatted(port)))
                .header("Authorization", "Basic " + credentials)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void the_service_speaks_tls_and_http_2() throws Exception {
        var response = get(present);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.headers().firstValue("Strict-Transport-Security")).isPresent();
        assertThat(response.body()).contains("\"self\":\"https://127.0.0.1:" + port);
    }

    @Test
    void a_renewed_certificate_is_used_without_a_restart_and_all_else_stays() throws Exception {
        assertThat(isServed(present)).isTrue();
        use(renewed);
        assertThat(get(renewed).version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(isSpoken("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", renewed))
                .isFalse();
    }

    @Test
    void the_two_files_of_a_renewed_certificate_may_be_written_one_after_the_other() throws Exception {
        try (var log = recordNewComplaints(this)) {
            files.writeKey(renewed);
            awaitComplaint(log, "http.tls-key: %s cannot be used with".formatted(files.key()));
            assertThat(isServed(present)).isTrue();
            files.writeCertificate(renewed);
            Await.until("the renewed certificate is used", () -> isServed(renewed));

            files.writeCertificate(present);
            files.writeKey(present);
            Await.until("the first certificate is used again", () -> isServed(present));
        }
    }

    @Test
    void a_file_that_looks_as_old_as_before_is_read_all_the_same() throws Exception {
        var times = List.of(Files.getLastModifiedTime(files.certificate()), Files.getLastModifiedTime(files.key()));
        files.write(renewed);
        Files.setLastModifiedTime(files.certificate(), times.get(0));
        Files.setLastModifiedTime(files.key(), times.get(1));
        Await.until("the renewed certificate is used", () -> isServed(renewed));
    }

    @Test
    void an_expired_certificate_does_not_replace_one_that_is_valid() throws Exception {
        expectKept(expired, "was valid until");
    }

    @Test
    void a_certificate_that_is_not_valid_yet_does_not_replace_one_that_is_valid() throws Exception {
        expectKept(future, "is not valid before");
    }

    private void expectKept(IssuedCertificate refused, String complaint) throws IOException {
        try (var log = recordNewComplaints(this)) {
            files.write(refused);
            awaitComplaint(log, complaint);
            assertThat(isServed(present)).isTrue();
            use(renewed);
            assertThat(log.messages(Level.ERROR).stream().filter(message -> message.contains(complaint)))
                    .as("complaints about one and the same")
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "-----BEGIN CERTIFICATE-----\nMIIB",
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"
            })
    void a_file_that_cannot_be_read_replaces_nothing(String content) throws Exception {
        try (var log = recordNewComplaints(this)) {
            Files.writeString(files.certificate(), content);
            awaitComplaint(log, "http.tls-certificate");
            assertThat(isServed(present)).isTrue();
        }
    }

    @Test
    void a_file_that_is_gone_replaces_nothing() throws Exception {
        try (var log = recordNewComplaints(this)) {
            Files.delete(files.key());
            awaitComplaint(log, "http.tls-key");
            assertThat(isServed(present)).isTrue();
        }
    }

    private static void awaitComplaint(RecordedLog log, String part) {
        Await.until(
                "the log says so",
                () -> log.messages(Level.ERROR).stream()
                        .anyMatch(message -> message.contains(part) && message.contains("stays in use")));
    }

    @Test
    void a_key_of_another_certificate_stops_the_start(@TempDir Path directory, Service service) throws IOException {
        var wrong = new PemFiles(directory);
        wrong.writeCertificate(renewed);
        wrong.writeKey(expired);
        expectNoStart(
                wrong,
                service,
                "http.tls-key: %s is not the key of %s (http.tls-certificate)"
                        .formatted(wrong.key(), wrong.certificate()));
    }

    @Test
    void a_file_that_is_missing_stops_the_start(@TempDir Path directory, Service service) throws IOException {
        var incomplete = new PemFiles(directory);
        incomplete.writeKey(present);
        expectNoStart(
                incomplete, service, "http.tls-certificate: %s cannot be read".formatted(incomplete.certificate()));
    }

    @Test
    void a_file_that_is_no_certificate_stops_the_start(@TempDir Path directory, Service service) throws IOException {
        var wrong = new PemFiles(directory);
        wrong.writeKey(present);
        Files.writeString(wrong.certificate(), present.keyPem());
        expectNoStart(
                wrong,
                service,
                "http.tls-certificate: %s contains no certificate in PEM format".formatted(wrong.certificate()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "key", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"})
    void so_does_a_key_of_another_format(String key, @TempDir Path directory, Service service) throws IOException {
        var wrong = new PemFiles(directory);
        wrong.writeCertificate(present);
        Files.writeString(wrong.key(), key);
        expectNoStart(wrong, service, "http.tls-key: %s cannot be used with".formatted(wrong.key()));
    }

    private static void expectNoStart(PemFiles wrong, Service service, String reason) {
        assertThatThrownBy(() -> gateway(wrong, service)).hasStackTraceContaining(reason);
    }

    @Test
    void an_expired_certificate_is_served_where_there_is_no_other_and_complained_about(
            @TempDir Path directory, Service service) throws IOException {
        var outdated = new PemFiles(directory);
        outdated.write(expired);
        try (var log = RecordedLog.start(this)) {
            assertThat(gateway(outdated, service)).isPositive();
            awaitComplaint(log, "was valid until");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
            })
    void tls_1_2_is_spoken_with_forward_secrecy(String cipherSuite) {
        assertThat(isSpoken("TLSv1.2", cipherSuite, present)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_RSA_WITH_AES_256_CBC_SHA",
                "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
                "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256"
            })
    void tls_1_2_is_not_spoken_without_forward_secrecy_or_with_outdated_ciphers(String cipherSuite) {
        assertThat(isSpoken("TLSv1.2", cipherSuite, present)).isFalse();
    }
}
