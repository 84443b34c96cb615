package dev.registrar.gateway.http.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
import dev.registrar.testing.connection.Http2Connection.Reset;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Responses over HTTP/2 that are sent before their requests have arrived completely (RFC 9113, 8.1). Some clients, such as
 * curl 7.88, report an error instead of the response if the reset of the request arrives with it.
 */
@ExtendWith(ServiceExtension.class)
class EarlyResponseTest {
    private static final String COURSES = "/v1/courses/";
    private static final Reset RESET_OF_SECOND = new Reset(3, Http2Error.NO_ERROR.code());

    private static int port;

    @BeforeAll
    static void a_gateway_that_speaks_http_2(Service service, @TempDir Path directory) throws IOException {
        port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
    }

    @Proves("RFC 9113, 8.1")
    @Test
    void a_client_that_ends_its_request_soon_after_the_response_is_not_reset_but_one_that_does_not_end_it_is()
            throws IOException {
        try (var connection = Http2Connection.to(port)) {
            connection.beginPost(1, COURSES);
            assertThat(connection.nextResponse()).isEqualTo(1);
            connection.sendBody(1, "{\"data\":");
            connection.endBody(1);
            connection.beginPost(3, COURSES);
            connection.sendBody(3, "{\"data\":");
            assertThat(connection.nextReset()).isEqualTo(RESET_OF_SECOND);
        }
    }
}
