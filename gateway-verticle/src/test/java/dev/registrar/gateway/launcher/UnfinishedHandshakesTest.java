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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service with little direct memory, and many clients that do not end their TLS handshakes. */
@ExtendWith(ServiceExtension.class)
@Timeout(120)
class UnfinishedHandshakesTest {
    /** A TLS record with a ClientHello (RFC 8446, 4.1.2), both of 16 KB. */
    private static final byte[] BEGINNING_OF_HELLO = {22, 3, 1, 0x40, 0, 1, 0, 0x3F, (byte) 0xFC, 3, 3};

    private static final int CLIENTS = 4000;
    private final List<Socket> clients = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (var client : clients) {
            client.close();
        }
    }

    private static DevelopmentService start(Service shared, Path directory) throws IOException {
        Map<String, String> variables = new HashMap<>(
                PemFiles.of(IssuedCertificate.issue("unfinished"), directory).variables());
        variables.put("REGISTRAR_HTTP_MAX_PENDING_BYTES", "900000000");
        variables.put("JAVA_TOOL_OPTIONS", "-Xmx256m -XX:MaxDirectMemorySize=24m");
        variables.put("REGISTRAR_DATABASE_URI", shared.databaseUri());
        return DevelopmentService.start(directory.resolve("data"), variables);
    }

    /** The service may close connections, or end, at any time. */
    private void beginHandshakes(DevelopmentService service) throws IOException {
        var port = URI.create(service.url()).getPort();
        try {
            while (clients.size() < CLIENTS && service.isAlive()) {
                var client = new Socket(InetAddress.getLoopbackAddress(), port);
                clients.add(client);
                client.getOutputStream().write(BEGINNING_OF_HELLO);
                client.getOutputStream().write(new byte[15_000]);
            }
        } catch (SocketException closed) {
            assertThat(clients).hasSizeGreaterThan(100);
        }
    }

    @Test
    void a_service_that_may_hold_more_for_clients_than_it_has_memory_ends_with_the_reason(
            Service shared, @TempDir Path directory) throws IOException {
        var service = start(shared, directory);
        beginHandshakes(service);
        assertThat(service.awaitEnd()).isEqualTo(3);
        assertThat(service.output()).contains("The process ends, because no memory is left to read from clients");
    }
}
