package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.certificate.IssuedCertificate;
import dev.registrar.gateway.testing.certificate.PemFiles;
import dev.registrar.server.development.DevelopmentService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service with little memory, and many clients that do not end their TLS handshakes. */
@ExtendWith(ServiceExtension.class)
@Timeout(120)
class UnfinishedHandshakesTest {
    /** Of a TLS record with a ClientHello (RFC 8446, 4.1.2), both of 16 KB. */
    private static final byte[] BEGINNING_OF_HELLO =
            Arrays.copyOf(new byte[] {22, 3, 1, 0x40, 0, 1, 0, 0x3F, (byte) 0xFC, 3, 3}, 15_000);

    private static final IssuedCertificate CERTIFICATE = IssuedCertificate.issue("unfinished");

    private final List<Socket> clients = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (var client : clients) {
            client.close();
        }
    }

    private static DevelopmentService start(Service shared, Path directory, Map<String, String> variables)
            throws IOException {
        var all = new HashMap<>(variables);
        all.putAll(PemFiles.of(CERTIFICATE, directory).variables());
        all.put("REGISTRAR_DATABASE_URI", shared.databaseUri());
        return DevelopmentService.start(directory.resolve("data"), all);
    }

    /** The service may close connections, or end, at any time. */
    private void beginHandshakes(DevelopmentService service, int most) throws IOException {
        var port = URI.create(service.url()).getPort();
        while (clients.size() < most && service.isAlive()) {
            try {
                var client = new Socket(InetAddress.getLoopbackAddress(), port);
                clients.add(client);
                client.getOutputStream().write(BEGINNING_OF_HELLO);
            } catch (SocketException closed) {
                assertThat(clients).hasSizeGreaterThan(100);
            }
        }
    }

    @Test
    void a_service_with_the_smallest_supported_memory_closes_those_that_exceed_it_and_serves_others(
            Service shared, @TempDir Path directory) throws IOException {
        var service = start(shared, directory, Map.of("JAVA_TOOL_OPTIONS", "-Xmx256m"));
        beginHandshakes(service, 13_000);
        var reader = Client.trusting(CERTIFICATE, URI.create(service.url()).getPort())
                .withCredentials("reader", "reader");
        reader.get("/v1/courses/?page[size]=1").expectStatus(200);
        service.end("TERM");
        assertThat(service.output()).contains("Clients that make no progress are disconnected");
    }

    @Test
    void a_service_that_may_hold_more_for_clients_than_it_has_memory_ends_with_the_reason(
            Service shared, @TempDir Path directory) throws IOException {
        var tooMuch = Map.of(
                "REGISTRAR_HTTP_MAX_PENDING_BYTES", "900000000",
                "JAVA_TOOL_OPTIONS", "-Xmx256m -XX:MaxDirectMemorySize=24m");
        var service = start(shared, directory, tooMuch);
        beginHandshakes(service, 4000);
        assertThat(service.awaitEnd()).isEqualTo(3);
        assertThat(service.output()).contains("The process ends, because no memory is left to read from clients");
    }
}
