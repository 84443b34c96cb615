package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.launcher.development.DevelopmentService;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.certificate.IssuedCertificate;
import dev.registrar.gateway.testing.certificate.PemFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service that is configured to hold more for clients than it has memory. */
@ExtendWith(ServiceExtension.class)
@Timeout(120)
class ExhaustedMemoryTest {
    /** A TLS record with a ClientHello (RFC 8446, 4.1.2), both of 16 KB. */
    private static final byte[] BEGINNING_OF_HELLO = {22, 3, 1, 0x40, 0, 1, 0, 0x3F, (byte) 0xFC, 3, 3};

    private static final int CLIENTS = 4000;

    @Test
    void a_process_that_has_no_direct_memory_left_ends_with_the_reason(Service shared, @TempDir Path directory)
            throws IOException {
        var certificate = PemFiles.of(IssuedCertificate.issue("exhausted"), directory);
        Map<String, String> variables = new HashMap<>(certificate.variables());
        variables.put("JAVA_TOOL_OPTIONS", "-Xmx256m -XX:MaxDirectMemorySize=24m");
        variables.put("REGISTRAR_DATABASE_URI", shared.databaseUri());
        variables.put("REGISTRAR_HTTP_MAX_PENDING_BYTES", "900000000");
        var service = DevelopmentService.start(directory.resolve("data"), variables);
        var port = URI.create(service.url()).getPort();
        List<Socket> clients = new ArrayList<>();
        for (var number = 0; number < CLIENTS && service.isAlive(); number++) {
            beginHandshake(port, clients);
        }
        assertThat(service.awaitEnd()).isEqualTo(3);
        assertThat(service.output()).contains("The process ends, because no memory is left to read from clients");
        for (var client : clients) {
            client.close();
        }
    }

    /** The service may end at any time. */
    private static void beginHandshake(int port, List<Socket> clients) throws IOException {
        try {
            var client = new Socket(InetAddress.getLoopbackAddress(), port);
            clients.add(client);
            client.getOutputStream().write(BEGINNING_OF_HELLO);
            client.getOutputStream().write(new byte[15_000]);
        } catch (SocketException ended) {
            assertThat(clients).hasSizeGreaterThan(100);
        }
    }
}
