package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients that send one rejected head of an HTTP/2 request after the other, and read nothing meanwhile. */
@ExtendWith(ServiceExtension.class)
class RejectedHeadsTest {
    private static final int MORE_THAN_ONE_CLIENT_MAY_SEND = 260;

    private static int port;

    @BeforeAll
    static void a_gateway_that_speaks_http_2(Service service, @TempDir Path directory) throws IOException {
        port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
    }

    @FunctionalInterface
    private interface Requests {
        void send(Http2Connection connection) throws IOException;
    }

    @Test
    void malformed_heads_end_the_connection_and_are_not_logged() throws IOException {
        assertEndsConnection(connection -> connection.getWithMalformedHeads("/v1/", MORE_THAN_ONE_CLIENT_MAY_SEND));
    }

    @Test
    void heads_above_64_KiB_end_the_connection_and_are_not_logged() throws IOException {
        assertEndsConnection(connection -> connection.getWithLargeHeads("/v1/", MORE_THAN_ONE_CLIENT_MAY_SEND));
    }

    private void assertEndsConnection(Requests requests) throws IOException {
        try (var log = RecordedLog.start(this);
                var connection = Http2Connection.withoutWindow(port)) {
            requests.send(connection);
            assertThat(connection.errorOfClosing()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
            assertThat(log.messages(Level.INFO)).isEmpty();
        }
    }
}
