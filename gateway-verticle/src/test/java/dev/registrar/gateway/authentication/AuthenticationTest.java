package dev.registrar.gateway.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Basic authentication, with the users of conf/users.properties. */
@ExtendWith(ServiceExtension.class)
class AuthenticationTest {

    @Proves({"Specification, Authentication", "RFC 9110, 15.5.2"})
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Basic cmVhZGVyOndyb25n        | The user name or the password is wrong.
            Basic bm9ib2R5OnJlYWRlcg==    | The user name or the password is wrong.
            Basic eyJhbGciOiJub25lIn0.e30.c2ln | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic reader:reader           | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic !                       | Basic needs USER:PASSWORD in base64, and this is something else.
            basic cmVhZGVy                | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic                         | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic Og==                    | Basic needs USER:PASSWORD in base64, and this is something else.
            Bearer eyJhbGciOiJub25lIn0.e30.c2ln | This scheme is not accepted; WWW-Authenticate lists the accepted ones.
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
        "Sec-Fetch-Mode, same-origin, xBasic",
        "Sec-Fetch-Mode, no-cors, xBasic",
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

    @Test
    void a_request_without_credentials_is_401_even_for_a_resource_that_does_not_exist(Service service) {
        service.anonymous()
                .get("/v1/courses/00000000-0000-4000-8000-000000000000/")
                .expectStatus(401)
                .expectError("unauthenticated", "header", "Authorization");
    }
}
