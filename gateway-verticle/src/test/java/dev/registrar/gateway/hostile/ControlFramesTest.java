package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
import dev.registrar.testing.connection.Http2Connection.ControlFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that send HTTP/2 frames that belong to no request, or are errors. */
@ExtendWith(ServiceExtension.class)
class ControlFramesTest {
    private static int port;

    @BeforeAll
    static void a_gateway_that_speaks_http_2(Service service, @TempDir Path directory) throws IOException {
        port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_sends_hundreds_of_control_frames_at_once_is_served(ControlFrame frame) throws IOException {
        try (var connection = Http2Connection.to(port)) {
            connection.getAndSend(1, "/v1/", frame, 700);
            assertThat(connection.nextResponse()).isEqualTo(1);
        }
    }

    @Proves("RFC 9113, 10.5")
    @Test
    void window_updates_of_nothing_on_many_streams_end_the_connection_and_are_not_logged() throws IOException {
        try (var log = RecordedLog.start(this);
                var connection = Http2Connection.withoutWindow(port)) {
            for (var number = 0; number < 450; number++) {
                connection.getWithoutIncrement(2 * number + 1, "/v1/openapi.json");
            }
            assertThat(connection.errorOfClosing()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
            assertThat(log.messages(Level.INFO)).isEmpty();
        }
    }
}
