package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.VertxOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Documents that take so long to compress that other requests would notice. */
@ExtendWith(ServiceExtension.class)
class LongDocumentCompressionTest {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final int RESOURCES = 70;
    private static final int OTHER_REQUESTS = 40;

    private static String page;

    @BeforeAll
    static void a_page_of_more_than_64_KiB(Service service) {
        var prefix = unique("LONG-");
        for (var number = 0; number < RESOURCES; number++) {
            service.admin()
                    .post(
                            "/v1/courses/",
                            course("%s-%s".formatted(prefix, number), "Logic")
                                    .attribute(
                                            "course_description",
                                            "%s times ".formatted(number).repeat(120)))
                    .expectStatus(201);
        }
        page = "/v1/courses/?page[size]=%s&filter[course_identifier.startswith]=%s".formatted(RESOURCES, prefix);
    }

    private static CompletableFuture<HttpResponse<byte[]>> requestCompressed(Service service, String method) {
        var request = HttpRequest.newBuilder(
                        URI.create(service.url() + page.replace("[", "%5B").replace("]", "%5D")))
                .header("Authorization", "Basic cmVhZGVyOnJlYWRlcg==")
                .header("Accept-Encoding", "gzip")
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<byte[]> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @Test
    void a_client_that_accepts_gzip_gets_the_whole_document_with_a_tag_of_its_own(Service service) throws IOException {
        var plain = service.reader().get(page).expectStatus(200);
        assertThat(plain.body()).hasSizeGreaterThan(65_536);
        var coded = requestCompressed(service, "GET").join();
        assertThat(coded.statusCode()).isEqualTo(200);
        assertThat(header(coded, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(coded, "ETag")).isEqualTo(plain.header("ETag").replaceFirst("\"$", "-gzip\""));
        try (var zipped = new GZIPInputStream(new ByteArrayInputStream(coded.body()))) {
            assertThat(new String(zipped.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(plain.body());
        }
        var head = requestCompressed(service, "HEAD").join();
        for (var name : List.of("Content-Encoding", "Content-Length", "Content-Type", "ETag", "Vary")) {
            assertThat(header(head, name)).as(name).isEqualTo(header(coded, name));
        }
    }

    @Test
    void it_is_compressed_on_a_worker_thread_and_other_requests_do_not_wait(Service service) {
        var workersAreFree = new CountDownLatch(1);
        for (var worker = 0; worker < VertxOptions.DEFAULT_WORKER_POOL_SIZE; worker++) {
            var unused = service.vertx()
                    .executeBlocking(
                            () -> {
                                workersAreFree.await();
                                return null;
                            },
                            false);
        }
        var coded = requestCompressed(service, "GET");
        try {
            for (var count = 0; count < OTHER_REQUESTS; count++) {
                service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
            }
            assertThat(coded).isNotDone();
        } finally {
            workersAreFree.countDown();
        }
        assertThat(coded.join().statusCode()).isEqualTo(200);
    }
}
