package dev.registrar.gateway.http.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.RawConnection;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.connection.OpenConnection;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HTTP/2 without TLS (h2c), by an upgrade from HTTP/1.1 and by prior knowledge. */
@ExtendWith(ServiceExtension.class)
class CleartextHttp2Test {
    /** The client connection preface (RFC 9113, 3.4) with an empty SETTINGS frame. */
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    /** The same with a frame that sets ENABLE_PUSH, which is 0 or 1, to 5. */
    private static final String PREFACE_WITH_INVALID_SETTINGS =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\6\4\0\0\0\0\0\0\2\0\0\0\5";

    private static int portOf(String url) {
        return URI.create(url).getPort();
    }

    @Test
    void an_upgrade_to_cleartext_http_2_is_ignored_by_default(Service service) throws IOException {
        assertThat(OpenConnection.responseToUpgrade(portOf(service.url()))).isEqualTo("HTTP/1.1 200 OK");
    }

    @Test
    void cleartext_http_2_by_prior_knowledge_is_rejected_by_default(Service service) {
        assertThat(RawConnection.exchange(portOf(service.url()), PREFACE)).matches("(?s)HTTP/\\S+ [45]\\d\\d .*");
    }

    @Test
    void an_upgrade_to_cleartext_http_2_is_accepted_if_configured(Service service) throws IOException {
        var port = service.startGateway("http", new JsonObject().put("cleartext-http2", true));
        assertThat(OpenConnection.responseToUpgrade(port)).isEqualTo("HTTP/1.1 101 Switching Protocols");
    }

    @Test
    void settings_that_http_2_does_not_allow_are_an_error_of_the_client_and_not_logged_as_one_of_the_service(
            Service service) throws IOException {
        var port = service.startGateway("http", new JsonObject().put("cleartext-http2", true));
        try (var log = RecordedLog.start(this)) {
            assertThat(RawConnection.exchange(port, PREFACE_WITH_INVALID_SETTINGS))
                    .contains("ENABLE_PUSH is invalid");
            awaitEndOfEarlier(port);
            assertThat(log.warnings("ENABLE_PUSH is invalid")).isEmpty();
        }
    }

    /** The same event loop serves all connections, so it has dealt with the earlier ones when there is a response. */
    private static void awaitEndOfEarlier(int port) throws IOException {
        assertThat(OpenConnection.responseToUpgrade(port)).isEqualTo("HTTP/1.1 101 Switching Protocols");
    }

    private static String responseToUpgradeWithoutHost(int port) throws IOException {
        try (var connection = OpenConnection.to(port)) {
            connection.send("""
                    GET /v1/ HTTP/1.1
                    Connection: Upgrade, HTTP2-Settings
                    Upgrade: h2c
                    HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA

                    """);
            return connection.readLine();
        }
    }

    @Test
    void an_upgrade_without_a_host_does_not_fill_the_log(Service service) throws IOException {
        var port = service.startGateway("http", new JsonObject().put("cleartext-http2", true));
        try (var log = RecordedLog.start(this)) {
            assertThat(responseToUpgradeWithoutHost(port)).isEqualTo("HTTP/1.1 101 Switching Protocols");
            awaitEndOfEarlier(port);
            assertThat(log.warnings("thrown by a user handler")).isEmpty();
        }
    }
}
