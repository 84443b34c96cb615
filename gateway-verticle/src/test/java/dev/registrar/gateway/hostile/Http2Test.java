package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.GreedyClient;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 clients that violate the protocol, many streams on one connection, and HTTP/2 without TLS. */
@ExtendWith(ServiceExtension.class)
class Http2Test {
    @AutoClose
    private static final Vertx VERTX = Vertx.vertx();

    private static HttpClient client;
    private static int port;

    /** The client connection preface (RFC 9113, 3.4) with an empty SETTINGS frame. */
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    @BeforeAll
    static void a_gateway_with_tls(Service service, @TempDir Path directory) throws IOException {
        port = service.startGateway("http", PemFiles.issue(directory).addTo(new JsonObject()));
        client = VERTX.createHttpClient(GreedyClient.options());
    }

    private record Received(int status, String contentType, Buffer body) {}

    private static HttpClientRequest request(HttpMethod method, String path, int contentLength) {
        return Await.success(client.request(method, port, "127.0.0.1", path))
                .putHeader("Authorization", "Basic YWRtaW46YWRtaW4=")
                .putHeader("Content-Type", "application/vnd.api+json")
                .putHeader("Content-Length", Integer.toString(contentLength));
    }

    private static Future<Received> exchange(HttpClientRequest request) {
        return exchange(request, request::end);
    }

    /** Asks for the content before it sends: what arrives before somebody asks is lost. */
    private static Future<Received> exchange(HttpClientRequest request, Supplier<Future<Void>> send) {
        var response = request.response().compose(Http2Test::received);
        return send.get().transform(sent -> response);
    }

    /** The head has been read when a request after it has its response. */
    private static Received sendBodyAfterHead(HttpClientRequest request, String body) {
        var response = request.response().compose(Http2Test::received);
        Await.success(request.sendHead());
        Await.success(client.request(HttpMethod.GET, port, "127.0.0.1", "/v1/openapi.json")
                .compose(Http2Test::exchange));
        Await.success(request.end(body));
        return Await.success(response);
    }

    private static Future<Received> received(HttpClientResponse response) {
        return response.body()
                .map(body -> new Received(response.statusCode(), response.getHeader("Content-Type"), body));
    }

    @Test
    void headers_that_are_too_large_are_431_and_other_requests_on_the_connection_get_their_responses() {
        var path = "/v1/courses/?page[size]=1&filter[search]=";
        var before = client.request(HttpMethod.GET, port, "127.0.0.1", path + "one");
        var large = client.request(HttpMethod.GET, port, "127.0.0.1", path + "two")
                .compose(request -> exchange(request.putHeader("X-Trace", "x".repeat(31_000))));
        var other = before.compose(request -> exchange(request.putHeader("Authorization", "Basic YWRtaW46YWRtaW4=")));
        assertThat(Await.success(large))
                .satisfies(rejected -> assertThat(rejected.status()).isEqualTo(431))
                .satisfies(rejected -> assertThat(rejected.contentType()).isEqualTo("application/vnd.api+json"))
                .satisfies(rejected -> assertThat(rejected.body().toString()).contains("headers_too_large"));
        assertThat(Await.success(other).status()).isEqualTo(200);
    }

    @Proves("RFC 9112, 3.2; RFC 3986, 2")
    @Test
    void a_path_with_characters_outside_ascii_is_400_over_http_2_too() {
        var response = client.request(HttpMethod.GET, port, "127.0.0.1", "/v1/courses/?filter[search]=caf\u00e9")
                .compose(request -> exchange(request.putHeader("Authorization", "Basic YWRtaW46YWRtaW4=")));
        assertThat(Await.success(response))
                .satisfies(rejected -> assertThat(rejected.status()).isEqualTo(400))
                .satisfies(rejected -> assertThat(rejected.body().toString()).contains("malformed_request"));
    }

    @Proves("RFC 9113, 8.1.1")
    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void a_body_whose_length_differs_from_content_length_is_400_and_creates_nothing(int difference, Service service) {
        var identifier = unique("H2");
        var document = course(identifier, "Logic").toString();
        var creation = request(HttpMethod.POST, "/v1/courses/", document.length() + difference);
        var rejected = sendBodyAfterHead(creation, document);
        assertThat(rejected.status()).isEqualTo(400);
        assertThat(rejected.contentType()).isEqualTo("application/vnd.api+json");
        assertThat(rejected.body().toString()).contains("\"code\":\"malformed_request\"");
        var atOnce = request(HttpMethod.POST, "/v1/courses/", document.length() + difference);
        assertThat(Await.success(exchange(atOnce, () -> atOnce.end(document))).status())
                .isEqualTo(400);
        service.reader()
                .get("/v1/courses/?filter[course_identifier]=" + identifier)
                .expect("/meta/pagination/count", "0");
    }

    @Test
    void a_delete_whose_body_length_differs_from_content_length_deletes_nothing(Service service) {
        var id = service.admin()
                .post("/v1/courses/", course(unique("H2"), "Logic"))
                .id();
        var rejected = sendBodyAfterHead(request(HttpMethod.DELETE, "/v1/courses/" + id + "/", 3), "{}");
        assertThat(rejected.status()).isEqualTo(400);
        service.reader().get("/v1/courses/" + id + "/").expectStatus(200);
    }

    @Test
    void concurrent_responses_with_shared_content_are_each_complete(Service service) {
        var contract = service.anonymous().get("/v1/openapi.json").body();
        var responses = Stream.generate(() -> client.request(HttpMethod.GET, port, "127.0.0.1", "/v1/openapi.json")
                        .compose(Http2Test::exchange))
                .limit(50)
                .toList();
        assertThat(Await.success(Future.all(responses)).<Received>list())
                .allSatisfy(response -> assertThat(response.body()).hasToString(contract));
    }

    @Proves("RFC 6585, 5")
    @ParameterizedTest
    @CsvSource({"100, 200", "101, 431", "1000, 431"})
    void a_request_may_have_a_hundred_header_fields(int fields, int status) {
        var request = Await.success(client.request(HttpMethod.GET, port, "127.0.0.1", "/v1/"));
        for (var number = 0; number < fields; number++) {
            request.headers().add("x-field", "");
        }
        assertThat(Await.success(exchange(request)))
                .satisfies(response -> assertThat(response.status()).isEqualTo(status))
                .satisfies(response -> assertThat(response.contentType()).isEqualTo("application/vnd.api+json"));
        assertThat(Await.success(client.request(HttpMethod.GET, port, "127.0.0.1", "/v1/")
                                .compose(HttpClientRequest::send))
                        .statusCode())
                .as("the next request of the connection")
                .isEqualTo(200);
    }

    @Proves("RFC 9113, 8.3.1")
    @Test
    void repeated_headers_are_rejected() {
        assertThat(status("authorization", "Basic YWRtaW46YWRtaW4=")).isEqualTo(200);
        assertThat(status("authorization", "Basic YWRtaW46YWRtaW4=", "Basic YWRtaW46YWRtaW4="))
                .isEqualTo(400);
        assertThat(status("host", "127.0.0.1:" + port)).isEqualTo(401);
        assertThat(status("host", "127.0.0.1:" + port, "127.0.0.1:" + port)).isEqualTo(400);
        // A host that differs from :authority makes the request malformed (RFC 9113, 8.3.1).
        assertThatThrownBy(() -> status("host", "evil.example")).hasRootCauseInstanceOf(StreamResetException.class);
    }

    private static int status(String header, String... values) {
        return Await.success(client.request(HttpMethod.GET, port, "127.0.0.1", "/v1/courses/?page[size]=1")
                .compose(request -> {
                    Stream.of(values).forEach(value -> request.headers().add(header, value));
                    return request.send();
                })
                .map(HttpClientResponse::statusCode));
    }

    @Proves("RFC 9113, 3.1; RFC 9110, 7.8")
    @Test
    void without_tls_a_request_for_an_upgrade_is_served_over_http_1_1(Service service) throws IOException {
        assertThat(OpenConnection.responseToUpgrade(URI.create(service.url()).getPort()))
                .isEqualTo("HTTP/1.1 200 OK");
    }

    /** By default, Java's client asks for the upgrade with its first request. */
    @Proves("RFC 9113, 3.1; RFC 9110, 7.8")
    @Test
    void without_tls_a_client_that_prefers_http_2_gets_the_responses_to_all_its_requests(Service service)
            throws Exception {
        var javaClient = java.net.http.HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(service.url() + "/v1/"))
                .timeout(Duration.ofSeconds(10))
                .build();
        for (var number = 0; number < 3; number++) {
            assertThat(javaClient.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Proves("RFC 9113, 3.3")
    @Test
    void without_tls_a_client_that_begins_with_http_2_is_rejected(Service service) {
        assertThat(RawConnection.exchange(URI.create(service.url()).getPort(), PREFACE))
                .matches("(?s)HTTP/\\S+ [45]\\d\\d .*");
    }
}
