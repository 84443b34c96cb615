package dev.registrar.gateway.http.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.RawConnection;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.connection.Http2Connection;
import dev.registrar.gateway.testing.connection.OpenConnection;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 without TLS (h2c): by prior knowledge, but not by an upgrade from HTTP/1.1, which RFC 9113 (3.1) deprecates. */
@ExtendWith(ServiceExtension.class)
class CleartextHttp2Test {
    /** The client connection preface (RFC 9113, 3.4) with an empty SETTINGS frame. */
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    /** The same with a frame that sets ENABLE_PUSH, which is 0 or 1, to 5. */
    private static final String PREFACE_WITH_INVALID_SETTINGS =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\6\4\0\0\0\0\0\0\2\0\0\0\5";

    private static int portWithHttp2;

    @BeforeAll
    static void a_gateway_with_cleartext_http_2(Service service) {
        portWithHttp2 = service.startGateway("http", new JsonObject().put("cleartext-http2", true));
    }

    private static int portOf(String url) {
        return URI.create(url).getPort();
    }

    @Test
    void an_upgrade_to_cleartext_http_2_is_ignored_by_default(Service service) throws IOException {
        assertThat(OpenConnection.responseToUpgrade(portOf(service.url()))).isEqualTo("HTTP/1.1 200 OK");
    }

    @Test
    void cleartext_http_2_by_prior_knowledge_is_rejected_by_default(Service service) {
        assertThat(RawConnection.exchange(portOf(service.url()), PREFACE)).matches("(?s)HTTP/\\S+ [45]\\d\\d .*");
    }

    @Test
    void cleartext_http_2_by_prior_knowledge_is_served_if_configured() throws IOException {
        try (var connection = Http2Connection.withoutWindow(portWithHttp2)) {
            connection.get(1, "/v1/");
            assertThat(connection.nextResponse()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: Upgrade, HTTP2-Settings\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
                "Connection: Upgrade, HTTP2-Settings\nUpgrade: h2c\nHTTP2-Settings: !!!",
                "Connection: Upgrade, HTTP2-Settings\nUpgrade: h2c",
                "Connection: Upgrade\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
                "Upgrade: h2c"
            })
    void requests_for_an_upgrade_are_served_over_http_1_1_whatever_their_http_2_settings(String upgrade)
            throws IOException {
        try (var connection = OpenConnection.to(portWithHttp2)) {
            for (var number = 0; number < 2; number++) {
                connection.send("OPTIONS /v1/courses/ HTTP/1.1\nHost: localhost\n%s\n\n".formatted(upgrade));
                assertThat(connection.readResponse()).startsWith("HTTP/1.1 200 OK");
            }
        }
    }

    @Test
    void a_request_for_an_upgrade_is_examined_like_any_other_request() throws IOException {
        try (var connection = OpenConnection.to(portWithHttp2)) {
            connection.send("""
                    GET /v1/courses/ HTTP/1.1
                    Authorization: Basic cmVhZGVyOnJlYWRlcg==
                    Connection: Upgrade, HTTP2-Settings
                    Upgrade: h2c
                    HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA

                    """);
            assertThat(connection.readResponse()).startsWith("HTTP/1.1 400 ").contains("{\"header\":\"Host\"}");
        }
    }

    /** By default, Java's client asks for the upgrade with its first request. */
    @Test
    void a_client_that_prefers_http_2_gets_the_responses_to_all_its_requests() throws Exception {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v1/".formatted(portWithHttp2)))
                .timeout(Duration.ofSeconds(10))
                .build();
        for (var number = 0; number < 3; number++) {
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void settings_that_http_2_does_not_allow_are_an_error_of_the_client_and_not_logged_as_one_of_the_service()
            throws IOException {
        try (var log = RecordedLog.start(this)) {
            assertThat(RawConnection.exchange(portWithHttp2, PREFACE_WITH_INVALID_SETTINGS))
                    .contains("ENABLE_PUSH is invalid");
            awaitEndOfEarlier();
            assertThat(log.warnings("ENABLE_PUSH is invalid")).isEmpty();
        }
    }

    /** The same event loop serves all connections, so it has dealt with the earlier ones when there is a response. */
    private static void awaitEndOfEarlier() throws IOException {
        assertThat(OpenConnection.responseToUpgrade(portWithHttp2)).isEqualTo("HTTP/1.1 200 OK");
    }
}
