package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import io.vertx.core.VertxOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gzip content coding (RFC 9110, 8.4 and 12.5.3). */
@ExtendWith(ServiceExtension.class)
class CompressionTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int OTHER_REQUESTS = 40;

    /** More than 64 KiB, which take so long to compress that other requests would notice. */
    private static String page;

    private String item;

    @BeforeAll
    static void four_courses_with_the_longest_descriptions(Service service) {
        var prefix = unique("LONG");
        for (var number = 0; number < 4; number++) {
            service.admin()
                    .post(
                            "/v1/courses/",
                            course(prefix + "-" + number, "Logic")
                                    .attribute(
                                            "course_description",
                                            "%s times ".formatted(number).repeat(2_200)))
                    .expectStatus(201);
        }
        page = service.url() + "/v1/courses/?filter%5Bcourse_identifier.startswith%5D=" + prefix;
    }

    @BeforeEach
    void a_course_that_is_long_enough_to_compress(Service service) {
        item = service.admin()
                .post(
                        "/v1/courses/",
                        course(unique("GZIP"), "Logic").attribute("course_description", "long ".repeat(300)))
                .header("Location");
    }

    private static HttpResponse<byte[]> get(String url, String... headers) {
        return send("GET", url, headers).join();
    }

    private static CompletableFuture<HttpResponse<byte[]>> send(String method, String url, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(url))
                .method(method, BodyPublishers.noBody())
                .header("Authorization", "Basic cmVhZGVyOnJlYWRlcg==")
                .headers(headers)
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<byte[]> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static String unzipped(HttpResponse<byte[]> response) throws IOException {
        try (var zipped = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(zipped.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Proves("RFC 9110, 8.4 and 12.5.3")
    @Test
    void a_client_that_accepts_gzip_gets_the_same_document_in_fewer_bytes_with_a_tag_of_its_own(Service service)
            throws IOException {
        for (var url : List.of(item, page, service.url() + "/v1/openapi.json")) {
            var plain = get(url, "Accept", "*/*");
            var coded = get(url, "Accept-Encoding", "br, gzip;q=0.8");
            assertThat(coded.statusCode()).isEqualTo(200);
            assertThat(header(coded, "Content-Encoding")).isEqualTo("gzip");
            assertThat(header(coded, "Content-Length")).isEqualTo(Integer.toString(coded.body().length));
            assertThat(header(coded, "ETag")).isEqualTo(header(plain, "ETag").replaceFirst("\"$", "-gzip\""));
            assertThat(coded.body()).hasSizeLessThan(plain.body().length);
            assertThat(unzipped(coded)).isEqualTo(new String(plain.body(), StandardCharsets.UTF_8));
            var head = send("HEAD", url, "Accept-Encoding", "gzip").join();
            assertThat(head.body()).isEmpty();
            for (var name : List.of("Content-Encoding", "Content-Length", "Content-Type", "ETag", "Vary")) {
                assertThat(header(head, name)).as(name).isEqualTo(header(coded, name));
            }
        }
    }

    @Test
    void a_long_document_is_compressed_on_a_worker_thread_and_other_requests_do_not_wait(Service service) {
        assertThat(get(page, "Accept", "*/*").body()).hasSizeGreaterThan(65_536);
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
        var coded = send("GET", page, "Accept-Encoding", "gzip");
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

    @Proves("RFC 9110, 15.4.5")
    @Test
    void the_response_varies_by_accept_encoding_also_if_it_is_304() {
        var full = get(item, "Accept", "*/*");
        assertThat(full.headers().allValues("Vary")).contains("accept-encoding");
        var unchanged = get(item, "If-None-Match", header(full, "ETag"));
        assertThat(unchanged.statusCode()).isEqualTo(304);
        assertThat(unchanged.headers().allValues("Vary"))
                .isEqualTo(full.headers().allValues("Vary"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip;q=0", "br", ""})
    void a_client_that_does_not_accept_gzip_gets_an_uncompressed_response(String acceptEncoding) {
        assertThat(header(get(item, "Accept-Encoding", acceptEncoding), "Content-Encoding"))
                .isEmpty();
    }

    @Test
    void a_short_response_is_not_compressed(Service service) {
        var url = service.url() + "/v1/courses/?page%5Bsize%5D=1&fields%5Bcourses%5D=suffix_two";
        assertThat(header(get(url, "Accept-Encoding", "gzip"), "Content-Encoding"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "identity"})
    void a_client_with_a_current_copy_gets_304_also_if_its_tag_is_in_the_second_line_of_the_header(
            String coding, Service service) {
        for (var url : List.of(item, service.url() + "/v1/", service.url() + "/v1/openapi.json")) {
            var tag = header(get(url, "Accept-Encoding", coding), "ETag");
            var unchanged = get(url, "Accept-Encoding", coding, "If-None-Match", "\"another\"", "If-None-Match", tag);
            assertThat(unchanged.statusCode()).isEqualTo(304);
            assertThat(header(unchanged, "ETag")).isEqualTo(tag);
        }
    }

    @Proves("RFC 9110, 8.4 and 12.5.3")
    @Test
    void the_compressed_and_the_plain_document_have_different_entity_tags_that_both_match_the_same_state(
            Service service) {
        var plainTag = header(get(item, "Accept", "*/*"), "ETag");
        var codedTag = header(get(item, "Accept-Encoding", "gzip"), "ETag");
        assertThat(codedTag).isNotEqualTo(plainTag);
        assertThat(header(get(item, "If-None-Match", plainTag), "ETag")).isEqualTo(plainTag);

        service.admin().withHeader("If-Match", codedTag).delete(item).expectStatus(204);
        assertThat(get(item, "If-None-Match", codedTag).statusCode()).isEqualTo(404);
    }
}
