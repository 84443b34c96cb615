package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.connection.Http2Connection;
import dev.registrar.gateway.testing.connection.Http2Connection.ControlFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that keep the service busy over HTTP/2 with frames that belong to no request (CVE-2019-9512, CVE-2019-9515). */
@ExtendWith(ServiceExtension.class)
class ControlFramesTest {
    private static final String PATH = "/v1/";
    private static final int LIMIT = 1000;

    private static int port;

    @BeforeAll
    static void a_gateway_that_speaks_http_2(Service service) {
        port = service.startGateway("http", new JsonObject().put("cleartext-http2", true));
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_floods_its_connection_with_control_frames_is_told_to_calm_down_and_disconnected(
            ControlFrame frame) throws IOException {
        try (var connection = Http2Connection.to(port)) {
            connection.getAndSend(1, PATH, frame, 2 * LIMIT + 50);
            assertThat(connection.errorOfClosing()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_sends_hundreds_of_control_frames_at_once_is_served(ControlFrame frame) throws IOException {
        try (var connection = Http2Connection.to(port)) {
            connection.getAndSend(1, PATH, frame, LIMIT - 50);
            assertThat(connection.nextResponse()).isEqualTo(1);
        }
    }
}
