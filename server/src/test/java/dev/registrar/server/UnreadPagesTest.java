package dev.registrar.server;

import static dev.registrar.platform.testing.Names.unique;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.certificate.IssuedCertificate;
import dev.registrar.gateway.testing.certificate.PemFiles;
import dev.registrar.gateway.testing.connection.Http2Connection;
import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.Sql;
import dev.registrar.server.development.DevelopmentService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service with the smallest supported heap serves others while many clients ask for large pages and do not read them. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
@Timeout(180)
class UnreadPagesTest {
    private static final int ROUNDS = 5;
    private static final int CLIENTS_IN_A_ROUND = 10;
    private static final int REQUESTS_OF_A_CLIENT = 6;
    private static final int COURSES = 100;

    /** Makes a page of 2 MB. */
    private static final int DESCRIPTION = 19_000;

    private static final String READER = "Authorization: Basic cmVhZGVyOnJlYWRlcg==";

    /** Adds courses of one name, and returns the path of a page with all of them. */
    private static String largePage(Service service) throws Exception {
        var name = unique("Verbose");
        Sql.execute(service.databaseUri(), """
                INSERT INTO course.courses (school_bulletin_prefix_code, suffix_two, subject_area_code, course_number,
                    course_identifier, course_name, course_description, effective_start_date, effective_end_date,
                    last_mod_user_name, last_mod_date)
                SELECT 'C', '00', 'LAW', number, '%1$s' || number, '%1$s', repeat('x', %2$s), '2026-03-02', '2031-03-02', 'admin',
                    '2026-05-04'
                FROM generate_series(1, %3$s) AS number
                """.formatted(name, DESCRIPTION, COURSES));
        return "/v1/courses/?page%%5Bsize%%5D=%s&filter%%5Bcourse_name%%5D=%s".formatted(COURSES, name);
    }

    private static Socket ask(SSLContext trust, URI url, String page) throws IOException {
        var client = trust.getSocketFactory().createSocket();
        client.setReceiveBufferSize(4096);
        client.connect(new InetSocketAddress(url.getHost(), url.getPort()));
        var request = "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n".formatted(page, READER);
        client.getOutputStream().write(request.repeat(REQUESTS_OF_A_CLIENT).getBytes(StandardCharsets.UTF_8));
        return client;
    }

    private static DevelopmentService start(Service shared, Path directory, Map<String, String> http) {
        Map<String, String> variables = new HashMap<>(http);
        variables.put("JAVA_TOOL_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
        variables.put("REGISTRAR_DATABASE_URI", shared.databaseUri());
        return DevelopmentService.start(directory.resolve("data"), variables);
    }

    private static void expectServed(DevelopmentService service, HttpClient honest) throws Exception {
        var small = HttpRequest.newBuilder(URI.create(service.url()).resolve("/v1/courses/?page%5Bsize%5D=1"))
                .header("Authorization", READER.substring("Authorization: ".length()))
                .build();
        Await.until(
                "it is served",
                () -> honest.sendAsync(small, BodyHandlers.discarding()).join().statusCode() == 200);
    }

    @Test
    void clients_of_http_1_over_tls(Service shared, @TempDir Path directory) throws Exception {
        var page = largePage(shared);
        var certificate = IssuedCertificate.issue("unread");
        var service =
                start(shared, directory, PemFiles.of(certificate, directory).variables());
        var trust = certificate.trustingContext();
        var honest = HttpClient.newBuilder().sslContext(trust).build();
        List<Socket> unread = new ArrayList<>();
        for (var round = 0; round < ROUNDS; round++) {
            for (var client = 0; client < CLIENTS_IN_A_ROUND; client++) {
                unread.add(ask(trust, URI.create(service.url()), page));
            }
            expectServed(service, honest);
        }
        service.end("TERM");
        for (var client : unread) {
            client.close();
        }
    }

    @Test
    void clients_of_http_2_whose_window_is_large(Service shared, @TempDir Path directory) throws Exception {
        var page = largePage(shared);
        var certificate = IssuedCertificate.issue("window");
        var service =
                start(shared, directory, PemFiles.of(certificate, directory).variables());
        var honest = HttpClient.newBuilder()
                .sslContext(certificate.trustingContext())
                .build();
        var port = URI.create(service.url()).getPort();
        List<Http2Connection> unread = new ArrayList<>();
        for (var round = 0; round < ROUNDS; round++) {
            for (var client = 0; client < CLIENTS_IN_A_ROUND; client++) {
                var connection = Http2Connection.withLargeWindow(port);
                for (var stream = 0; stream < REQUESTS_OF_A_CLIENT; stream++) {
                    connection.getAsReader(2 * stream + 1, page);
                }
                unread.add(connection);
            }
            expectServed(service, honest);
        }
        service.end("TERM");
        for (var client : unread) {
            client.close();
        }
    }
}
