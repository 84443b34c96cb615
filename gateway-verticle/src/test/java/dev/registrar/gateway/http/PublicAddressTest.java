package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The base of absolute links: the configured URL, otherwise the URL that the client used, as trusted proxies report it. */
@ExtendWith(ServiceExtension.class)
class PublicAddressTest {
    private static final String ALL_PROXIES = "127.0.0.0/8, ::1, 10.0.0.0/8";

    private static final Map<JsonObject, Integer> GATEWAYS = new ConcurrentHashMap<>();

    /** Returns the port of a gateway with these settings, which all tests share. */
    private static int gateway(Service service, JsonObject settings) {
        return GATEWAYS.computeIfAbsent(settings, key -> service.startGateway("http", settings));
    }

    private static int gateway(Service service, String key, String value) {
        return gateway(service, new JsonObject().put(key, value));
    }

    private static int proxied(Service service, String headers) {
        return gateway(
                service, new JsonObject().put("trusted-proxies", ALL_PROXIES).put("forwarded-headers", headers));
    }

    /** Sends headers in a raw request, because the HTTP client does not let a test choose the Host. */
    private static String selfLink(int port, String headers) {
        var response = RawConnection.exchange(
                port,
                "GET /v1/registrations/?filter[uni]=nobody HTTP/1.1\r\nConnection: close\r\n%s\r\n".formatted(headers)
                        + "Authorization: Basic cmVhZGVyOnJlYWRlcg==\r\n\r\n");
        return response.replaceAll("(?s).*\"self\":\"(.*?)/v1/.*", "$1");
    }

    @Test
    void links_begin_with_the_configured_url_whatever_the_request_says(Service service) {
        var port = gateway(service, "public-url", "https://registrar.example.edu/api");
        assertThat(selfLink(port, "Host: evil.example\r\nX-Forwarded-Host: evil.example"))
                .isEqualTo("https://registrar.example.edu/api");
    }

    @Test
    void without_a_configured_url_links_begin_with_the_host_of_the_request(Service service) {
        var port = gateway(service, "public-url", "");
        assertThat(selfLink(port, "Host: portal.example.edu:8080")).isEqualTo("http://portal.example.edu:8080");
        assertThat(selfLink(port, "Host: portal.example.edu:80")).isEqualTo("http://portal.example.edu");
        assertThat(selfLink(port, "Host: [::1]:8080")).isEqualTo("http://[::1]:8080");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Forwarded: proto=https;host=a.example.edu                               | https://a.example.edu
                    FORWARDED: Host="[2001:db8::1]:8443";Proto=HTTPS                        | https://[2001:db8::1]:8443
                    Forwarded: host=evil.example;proto=http, for=192.0.2.1;host=a.example.edu;proto=https | https://a.example.edu
                    Forwarded: for=192.0.2.1;host=a.example.edu;proto=https, for=10.1.2.3;host=inner;proto=http | https://a.example.edu
                    Forwarded: for="10.0.0.1, for="[2001:db8::7]:80";host=a.example.edu | http://a.example.edu
                    """)
    void links_begin_with_the_address_in_the_forwarded_header_of_a_trusted_proxy(
            String header, String expected, Service service) {
        var port = proxied(service, "Forwarded");
        assertThat(selfLink(port, "Host: inner\r\n" + header)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    X-Forwarded-For, X-Forwarded-Host  | X-Forwarded-Host: a.example.edu;Forwarded: host=evil.example;X-Forwarded-Proto: https
                    Forwarded                          | Forwarded: host=a.example.edu;X-Forwarded-Host: evil.example;X-Forwarded-Proto: https
                    """)
    void a_forwarding_header_that_the_proxy_is_not_configured_to_set_is_ignored(
            String set, String headers, Service service) {
        var port = proxied(service, set);
        assertThat(selfLink(port, "Host: inner\r\n" + headers.replace(";", "\r\n")))
                .isEqualTo("http://a.example.edu");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    forwarded-headers | Forwarded, X-Forwarded-For
                    forwarded-headers | X-Real-IP
                    trusted-proxies   | proxy.example.edu
                    trusted-proxies   | 10.0.0.0/99
                    """)
    void unknown_or_mixed_forwarding_headers_and_proxies_without_an_ip_address_stop_the_start(
            String key, String value, Service service) {
        assertThatThrownBy(() -> gateway(service, key, value)).cause().cause().hasMessageContaining("http." + key);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Host: a.example.edu                 | X-Forwarded-Port: 8443                                | http://a.example.edu:8443
                    Host: a.example.edu:8080            | X-Forwarded-Port: 80                                  | http://a.example.edu
                    Host: [2001:db8::1]:8080            | X-Forwarded-Port: 8443                                | http://[2001:db8::1]:8443
                    Host: a.example.edu                 | X-Forwarded-Port: 666, 8443                           | http://a.example.edu:8443
                    Host: a.example.edu:8080            | X-Forwarded-Proto: https                              | https://a.example.edu:8080
                    Host: inner:8080                    | X-Forwarded-Host: a.example.edu:8443;X-Forwarded-Port: 9443 | http://a.example.edu:8443
                    Host: inner                         | X-Forwarded-Proto: https;X-Forwarded-Host: a.example.edu | https://a.example.edu
                    Host: inner                         | X-Forwarded-Proto: https;X-Forwarded-Host: a.example.edu;X-Forwarded-Port: 8443 | https://a.example.edu:8443
                    Host: inner                         | X-Forwarded-Proto: https;X-Forwarded-Host: a.example.edu;X-Forwarded-Port: 443 | https://a.example.edu
                    Host: inner:8080                    | X-Forwarded-Host: evil.example, a.example.edu         | http://a.example.edu
                    Host: a.example.edu:8080            | X-Forwarded-Port:                                     | http://a.example.edu:8080
                    """)
    void each_x_forwarded_header_of_a_trusted_proxy_works_with_and_without_the_others(
            String host, String headers, String expected, Service service) {
        var port = gateway(service, "trusted-proxies", ALL_PROXIES);
        assertThat(selfLink(port, host + "\r\n" + headers.replace(";", "\r\n"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "192.0.2.7", "10.0.0.0/8"})
    void forwarding_headers_from_any_other_sender_are_ignored(String trustedProxies, Service service) {
        var port = gateway(service, "trusted-proxies", trustedProxies);
        assertThat(selfLink(port, "Host: inner\r\nForwarded: host=evil.example"))
                .isEqualTo("http://inner");
        assertThat(selfLink(port, "Host: inner\r\nX-Forwarded-Host: evil.example"))
                .isEqualTo("http://inner");
        assertThat(selfLink(port, "Host: inner\r\nX-Forwarded-Port: 666")).isEqualTo("http://inner");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Forwarded           | Forwarded: host="a b"
                    X-Forwarded-Host    | X-Forwarded-Host: a/b
                    X-Forwarded-Port    | X-Forwarded-Port: https
                    X-Forwarded-Proto   | X-Forwarded-Proto: ws
                    """)
    void a_malformed_forwarding_header_of_a_trusted_proxy_is_400_and_named(String set, String header, Service service) {
        var port = proxied(service, set);
        var response = RawConnection.exchange(
                port,
                "GET /v1/courses/ HTTP/1.1\r\nHost: inner\r\nConnection: close\r\n"
                        + "Authorization: Basic cmVhZGVyOnJlYWRlcg==\r\n%s\r\n\r\n".formatted(header));
        assertThat(response).startsWith("HTTP/1.1 400 ").contains("\"header\":\"%s\"".formatted(set));
    }
}
