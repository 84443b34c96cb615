package dev.registrar.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.PemFiles;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** TLS by PEM files, as a certificate authority hands them out and renews them. */
@ExtendWith(ServiceExtension.class)
class TlsTest {
    @TempDir
    private Path directory;

    private PemFiles files() {
        return new PemFiles(directory);
    }

    private static HttpClient trusting(X509Certificate certificate) throws GeneralSecurityException, IOException {
        var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificate);
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private int gateway(Service service) {
        return service.startGateway(
                "http",
                new JsonObject()
                        .put("tls-certificate", files().certificate().toString())
                        .put("tls-key", files().key().toString())
                        .put("tls-reload-interval", "50 ms"));
    }

    private static HttpResponse<String> get(HttpClient client, int port) throws IOException, InterruptedException {
        var credentials = Base64.getEncoder().encodeToString("reader:reader".getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:%d/v1/courses/?page%%5Bsize%%5D=1".formatted(port)))
                .header("Authorization", "Basic " + credentials)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void the_service_speaks_tls_and_http_2(Service service) throws Exception {
        var certificate = files().issue("first");
        var port = gateway(service);
        var response = get(trusting(certificate), port);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.headers().firstValue("Strict-Transport-Security")).isPresent();
        assertThat(response.body()).contains("\"self\":\"https://127.0.0.1:" + port);
    }

    @Test
    void a_renewed_certificate_is_used_without_a_restart(Service service) throws Exception {
        var old = files().issue("old");
        var port = gateway(service);
        assertThat(isAnswered(trusting(old), port)).isTrue();
        var client = trusting(files().issue("renewed"));
        Await.until("the renewed certificate is used", () -> isAnswered(client, port));
    }

    private static boolean isAnswered(HttpClient client, int port) {
        try {
            return get(client, port).statusCode() == 200;
        } catch (IOException notYetTrusted) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
