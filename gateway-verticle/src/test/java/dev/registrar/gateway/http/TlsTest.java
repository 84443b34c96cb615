package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.certificate.Validity;
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
import org.junit.jupiter.params.provider.CsvSource;

/** TLS with PEM files that are replaced when the certificate is renewed. */
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
        present = IssuedCertificate.issueRsa("present");
        renewed = IssuedCertificate.issue("renewed");
        expired = IssuedCertificate.issue("expired", Validity.EXPIRED);
        future = IssuedCertificate.issue("future", Validity.FUTURE);
        files = PemFiles.of(present, directory);
        port = gateway(files, service);
    }

    @BeforeEach
    void the_valid_certificate_is_in_use() throws IOException {
        use(present);
    }

    private static void use(IssuedCertificate valid) throws IOException {
        files.write(valid);
        Await.until("the certificate is used", () -> isServed(valid));
    }

    /** Switches the certificate twice, so that the files have been read again and no earlier error suppresses a new one. */
    private static RecordedLog recordNewErrors(Object test) throws IOException {
        use(renewed);
        use(present);
        return RecordedLog.start(test);
    }

    private static int gateway(PemFiles files, Service service) {
        return service.startGateway("http", files.addTo(new JsonObject().put("tls-reload-interval", "50 ms")));
    }

    /** Returns whether the handshake of a client that trusts only this certificate succeeds. */
    private static boolean isServed(IssuedCertificate issued) {
        return isSupported("TLSv1.3", "TLS_AES_128_GCM_SHA256", issued);
    }

    private static boolean isSupported(String protocol, String cipherSuite, IssuedCertificate issued) {
        try (var socket =
                (SSLSocket) issued.trustingContext().getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.setEnabledCipherSuites(new String[] {cipherSuite});
            socket.startHandshake();
            return true;
        } catch (SSLHandshakeException noCommonProtocol) {
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
                        URI.create("https://127.0.0.1:%s/v1/courses/?page%%5Bsize%%5D=1".formatted(port)))
                .header("Authorization", "Basic " + credentials)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void a_gateway_with_a_certificate_serves_http_2_over_tls() throws Exception {
        var response = get(present);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.headers().firstValue("Strict-Transport-Security")).isPresent();
        assertThat(response.body()).contains("\"self\":\"https://127.0.0.1:" + port);
    }

    @Test
    void a_renewed_certificate_is_used_without_a_restart_and_with_the_same_tls_settings() throws Exception {
        assertThat(isServed(present)).isTrue();
        use(renewed);
        assertThat(get(renewed).version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(isSupported("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", renewed))
                .isFalse();
    }

    @Test
    void the_certificate_and_key_files_may_be_replaced_one_after_the_other() throws Exception {
        try (var log = recordNewErrors(this)) {
            files.writeKey(renewed);
            awaitError(log, "http.tls-key: %s cannot be used with".formatted(files.key()));
            assertThat(isServed(present)).isTrue();
            files.writeCertificate(renewed);
            Await.until("the renewed certificate is used", () -> isServed(renewed));

            files.writeCertificate(present);
            files.writeKey(present);
            Await.until("the first certificate is used again", () -> isServed(present));
        }
    }

    @Test
    void files_that_are_replaced_within_a_second_cause_no_error() throws Exception {
        try (var log = recordNewErrors(this)) {
            Files.writeString(files.key(), "-----BEGIN PRIVATE KEY-----");
            Await.until("it is read", () -> log.messages(Level.INFO).toString().contains("reading the files again"));
            files.write(renewed);
            Await.until("the renewed certificate is used", () -> isServed(renewed));
            assertThat(log.messages(Level.ERROR)).isEmpty();
        }
    }

    @Test
    void a_replaced_certificate_is_used_even_if_the_files_keep_their_modification_time() throws Exception {
        var times = List.of(Files.getLastModifiedTime(files.certificate()), Files.getLastModifiedTime(files.key()));
        files.write(renewed);
        Files.setLastModifiedTime(files.certificate(), times.get(0));
        Files.setLastModifiedTime(files.key(), times.get(1));
        Await.until("the renewed certificate is used", () -> isServed(renewed));
    }

    @Test
    void a_certificate_that_has_expired_or_is_not_valid_yet_does_not_replace_a_valid_one() throws Exception {
        expectRejected(expired, "was valid until");
        expectRejected(future, "is not valid before");
    }

    private void expectRejected(IssuedCertificate rejected, String reason) throws IOException {
        try (var log = recordNewErrors(this)) {
            files.write(rejected);
            awaitError(log, reason);
            assertThat(isServed(present)).isTrue();
            use(renewed);
            assertThat(log.messages(Level.ERROR).stream().filter(message -> message.contains(reason)))
                    .as("errors about the same certificate")
                    .hasSize(1);
        }
    }

    @Test
    void an_unreadable_or_missing_file_does_not_replace_the_certificate() throws Exception {
        for (var content : List.of("", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----")) {
            try (var log = recordNewErrors(this)) {
                Files.writeString(files.certificate(), content);
                awaitError(log, "http.tls-certificate");
                assertThat(isServed(present)).isTrue();
            }
        }
        try (var log = recordNewErrors(this)) {
            Files.delete(files.key());
            awaitError(log, "http.tls-key");
            assertThat(isServed(present)).isTrue();
        }
    }

    private static void awaitError(RecordedLog log, String part) {
        Await.until(
                "the error is logged",
                () -> log.messages(Level.ERROR).stream()
                        .anyMatch(message -> message.contains(part) && message.contains("stays in use")));
    }

    @Test
    void files_that_cannot_be_used_stop_the_start_and_the_error_names_the_file(@TempDir Path directory, Service service)
            throws IOException {
        var wrong = new PemFiles(directory);
        var certificate = "http.tls-certificate: %s ".formatted(wrong.certificate());
        var key = "http.tls-key: %s ".formatted(wrong.key());
        wrong.writeKey(present);
        expectNoStart(wrong, service, certificate + "cannot be read");
        Files.writeString(wrong.certificate(), present.keyPem());
        expectNoStart(wrong, service, certificate + "contains no certificate in PEM format");
        wrong.writeCertificate(renewed);
        wrong.writeKey(expired);
        expectNoStart(
                wrong, service, key + "is not the key of %s (http.tls-certificate)".formatted(wrong.certificate()));
        for (var format :
                List.of("key", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n")) {
            Files.writeString(wrong.key(), format);
            expectNoStart(wrong, service, key + "cannot be used with");
        }
        wrong.write(expired);
        expectNoStart(wrong, service, certificate + "was valid until");
        wrong.write(future);
        expectNoStart(wrong, service, certificate + "is not valid before");
    }

    private static void expectNoStart(PemFiles wrong, Service service, String reason) {
        assertThatThrownBy(() -> gateway(wrong, service)).hasStackTraceContaining(reason);
    }

    @Proves("RFC 9325, 4.2")
    @ParameterizedTest
    @CsvSource({
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, true",
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, true",
        "TLS_RSA_WITH_AES_128_GCM_SHA256, false",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, false",
        "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256, false"
    })
    void tls_1_2_is_supported_only_with_forward_secrecy_and_without_outdated_ciphers(
            String suite, boolean isSupported) {
        assertThat(isSupported("TLSv1.2", suite, present)).isEqualTo(isSupported);
    }
}
