package dev.registrar.gateway.http.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.RawConnection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Without TLS, clients that would rather speak HTTP/2 are served over HTTP/1.1. */
@ExtendWith(ServiceExtension.class)
class WithoutTlsTest {
    /** The client connection preface (RFC 9113, 3.4) with an empty SETTINGS frame. */
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    private static int portOf(Service service) {
        return URI.create(service.url()).getPort();
    }

    @Proves("RFC 9113, 3.1; RFC 9110, 7.8")
    @Test
    void a_request_for_an_upgrade_is_served_over_http_1_1(Service service) throws IOException {
        assertThat(OpenConnection.responseToUpgrade(portOf(service))).isEqualTo("HTTP/1.1 200 OK");
    }

    /** By default, Java's client asks for the upgrade with its first request. */
    @Proves("RFC 9113, 3.1; RFC 9110, 7.8")
    @Test
    void a_client_that_prefers_http_2_gets_the_responses_to_all_its_requests(Service service) throws Exception {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(service.url() + "/v1/"))
                .timeout(Duration.ofSeconds(10))
                .build();
        for (var number = 0; number < 3; number++) {
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Proves("RFC 9113, 3.3")
    @Test
    void a_client_that_begins_with_http_2_is_rejected(Service service) {
        assertThat(RawConnection.exchange(portOf(service), PREFACE)).matches("(?s)HTTP/\\S+ [45]\\d\\d .*");
    }
}
