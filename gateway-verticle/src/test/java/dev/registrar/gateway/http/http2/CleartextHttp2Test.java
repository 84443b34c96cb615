package dev.registrar.gateway.http.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.RawConnection;
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
}
