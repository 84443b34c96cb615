package dev.registrar.server.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients that reset their requests at once over HTTP/2 (CVE-2023-44487). */
@ExtendWith(ServiceExtension.class)
class ResetRequestsTest {
    private static double begun(Service service) {
        return Exposition.of(service.operations()).value("registrar_http_requests_seconds_count");
    }

    @Proves("RFC 9113, 10.5")
    @Test
    void a_client_that_keeps_resetting_its_requests_is_disconnected(Service service, @TempDir Path directory)
            throws IOException {
        var port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
        var before = begun(service);
        try (var connection = Http2Connection.withoutWindow(port)) {
            for (var stream = 1; stream < 1000; stream += 4) {
                connection.getAndReset(stream, "/v1/courses/");
                connection.postAndReset(stream + 2, "/v1/courses/", "{\"data\":");
            }
            assertThat(connection.errorOfClosing()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
        }
        assertThat(begun(service) - before).isLessThanOrEqualTo(201);
    }
}
