package dev.registrar.gateway.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.http.RawConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Basic authentication, with the users of conf/users.properties. A request without permission gets 401 or 403, whatever else is
 * wrong with its query, headers or body.
 */
@ExtendWith(ServiceExtension.class)
class AuthenticationTest {
    @Proves({"Specification, Authentication", "RFC 9110, 15.5.2"})
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Basic cmVhZGVyOndyb25n        | The user name or the password is wrong.
            Basic bm9ib2R5OnJlYWRlcg==    | The user name or the password is wrong.
            Basic eyJhbGciOiJub25lIn0.e30.c2ln | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic reader:reader           | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic                         | Basic needs USER:PASSWORD in base64, and this is something else.
            cmVhZGVyOnJlYWRlcg==          | This scheme is not accepted; WWW-Authenticate lists the accepted ones.
            """)
    void bad_credentials_are_401_with_a_challenge_and_what_is_wrong_with_them(
            String authorization, String detail, Service service) {
        var rejected = service.anonymous()
                .withHeader("Authorization", authorization)
                .get("/v1/courses/")
                .expectStatus(401)
                .expectHeader("WWW-Authenticate", "Basic realm=\"registrar\", charset=\"UTF-8\"")
                .expectError("unauthenticated", "header", "Authorization");
        assertThat(rejected.text("/errors/0/detail")).startsWith(detail);
    }

    /** A browser opens its password dialog only for the scheme Basic. */
    @Proves("Fetch Metadata")
    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Mode, navigate, Basic",
        "Sec-Fetch-Mode, cors, xBasic",
        "X-Requested-With, XMLHttpRequest, xBasic"
    })
    void the_challenge_makes_a_browser_open_a_password_dialog_when_it_navigates_but_not_for_a_script_of_a_page(
            String header, String value, String scheme, Service service) {
        service.anonymous()
                .withHeader(header, value)
                .get("/v1/courses/")
                .expectStatus(401)
                .expectHeader("WWW-Authenticate", scheme + " realm=\"registrar\", charset=\"UTF-8\"");
    }

    @Proves("Specification, Authentication")
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DELETE /v1/courses/0c5b3df5-f147-45e4-b8a4-904fb8aa18a2/relationships/course_terms | Content-Length: 2
            POST /v1/courses/       | Content-Length: 2, Content-Type: application/vnd.api+json, Accept: text/html
            POST /v1/courses/       | Content-Length: 100000000, Content-Type: application/vnd.api+json
            POST /v1/courses/?x=%zz | Content-Length: 2, Content-Type: application/vnd.api+json
            PATCH /v1/courses/not-a-uuid/ | Content-Length: 2, Content-Type: application/vnd.api+json, Idempotency-Key: two words
            POST /v1/registrations/?page[size]=x | Content-Length: 2, Content-Type: application/vnd.api+json;charset=utf-8
            """)
    void an_invalid_change_without_valid_credentials_is_401_and_without_the_scope_for_it_403(
            String request, String fields, Service service) {
        assertThat(statusLine(request, fields, service)).startsWith("HTTP/1.1 401 ");
        assertThat(statusLine(request, fields + ", Authorization: Basic d3Jvbmc6d3Jvbmc=", service))
                .startsWith("HTTP/1.1 401 ");
        assertThat(statusLine(request, fields + ", Authorization: Basic cmVhZGVyOnJlYWRlcg==", service))
                .startsWith("HTTP/1.1 403 ");
    }

    private static String statusLine(String request, String fields, Service service) {
        return RawConnection.statusLine(service, """
                %s HTTP/1.1
                Host: a
                Connection: close
                %s

                {x""".formatted(request, fields.replace(", ", "\n")));
    }

    @Test
    void an_invalid_read_without_credentials_is_401(Service service) {
        service.anonymous().get("/v1/courses/?x=1").expectStatus(401);
        service.anonymous()
                .get("/v1/courses/00000000-0000-4000-8000-000000000000/")
                .expectStatus(401)
                .expectError("unauthenticated", "header", "Authorization");
        service.anonymous().get("/v1/courses/?page[size]=1000").expectStatus(401);
        service.anonymous()
                .withHeader("Accept", "text/html")
                .get("/v1/courses/not-a-uuid/")
                .expectStatus(401);
    }

    @Test
    void an_invalid_request_to_end_a_session_without_its_cookie_is_401(Service service) {
        var statusLine = RawConnection.statusLine(service, """
                DELETE /v1/sessions/ HTTP/1.1
                Host: a!b
                Connection: close

                """);
        assertThat(statusLine).startsWith("HTTP/1.1 401 ");
    }
}
