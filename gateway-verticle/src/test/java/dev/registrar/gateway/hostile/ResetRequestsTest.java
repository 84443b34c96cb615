package dev.registrar.gateway.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Exposition;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.connection.Http2Connection;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that reset their requests at once over HTTP/2 (CVE-2023-44487). */
class ResetRequestsTest {
    private static Service service;
    private static int port;

    @BeforeAll
    static void a_service_that_speaks_http_2_and_counts_requests() throws Exception {
        service = Service.start("operations", new JsonObject().put("metrics", true));
        port = service.startGateway("http", new JsonObject().put("cleartext-http2", true));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static double begun() {
        return Exposition.of(service.operations()).value("registrar_http_requests_seconds_count");
    }

    @Test
    void requests_that_arrive_together_with_their_resets_never_begin() throws IOException {
        try (var connection = Http2Connection.withoutWindow(port)) {
            for (var stream = 1; stream < 80; stream += 4) {
                connection.getAndReset(stream, "/v1/courses/");
                connection.postAndReset(stream + 2, "/v1/courses/", "{\"data\":");
            }
            connection.get(81, "/v1/registrations/");
            assertThat(connection.nextResponse()).isEqualTo(81);
        }
        assertThat(begun()).isLessThanOrEqualTo(1);
    }
}
