package dev.registrar.server.authentication;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Basic authentication, with the users of conf/users.properties. */
@ExtendWith(ServiceExtension.class)
class AuthenticationTest {

    @Proves({"Specification, Authentication", "RFC 9110, 15.5.2"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic cmVhZGVyOndyb25n",
                "Basic !",
                "Basic",
                "Basic Og==",
                "Bearer x",
                "Nonsense",
                "Basic bm9ib2R5OnJlYWRlcg=="
            })
    void bad_credentials_are_401_with_a_challenge(String authorization, Service service) {
        service.anonymous()
                .withHeader("Authorization", authorization)
                .get("/v1/courses/")
                .expectStatus(401)
                .expectHeader("WWW-Authenticate", "Basic realm=\"registrar\", charset=\"UTF-8\"")
                .expectError("unauthenticated", "header", "Authorization");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Basic cmVhZGVyOndyb25n        | The user name or the password is wrong.
            Basic eyJhbGciOiJub25lIn0.e30.c2ln | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic reader:reader           | Basic needs USER:PASSWORD in base64, and this is something else.
            basic cmVhZGVy                | Basic needs USER:PASSWORD in base64, and this is something else.
            Basic                         | Basic needs USER:PASSWORD in base64, and this is something else.
            Bearer eyJhbGciOiJub25lIn0.e30.c2ln | This scheme is not accepted; WWW-Authenticate lists the accepted ones.
            cmVhZGVyOnJlYWRlcg==          | This scheme is not accepted; WWW-Authenticate lists the accepted ones.
            """)
    void the_error_of_bad_credentials_says_what_is_wrong_with_them(
            String authorization, String detail, Service service) {
        var rejected = service.anonymous()
                .withHeader("Authorization", authorization)
                .get("/v1/courses/")
                .expectStatus(401);
        assertThat(rejected.text("/errors/0/detail")).startsWith(detail);
    }

    @Proves("Fetch Metadata")
    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Mode, cors",
        "Sec-Fetch-Mode, same-origin",
        "Sec-Fetch-Mode, no-cors",
        "X-Requested-With, XMLHttpRequest"
    })
    void the_challenge_to_a_script_of_a_page_does_not_make_the_browser_open_a_password_dialog(
            String header, String value, Service service) {
        service.anonymous()
                .withHeader(header, value)
                .get("/v1/courses/")
                .expectStatus(401)
                .expectHeader("WWW-Authenticate", "xBasic realm=\"registrar\", charset=\"UTF-8\"");
    }

    @Test
    void the_challenge_to_a_browser_that_navigates_to_a_url_makes_it_open_a_password_dialog(Service service) {
        service.anonymous()
                .withHeader("Sec-Fetch-Mode", "navigate")
                .get("/v1/courses/")
                .expectStatus(401)
                .expectHeader("WWW-Authenticate", "Basic realm=\"registrar\", charset=\"UTF-8\"");
    }

    @Test
    void a_request_without_credentials_is_401_even_for_a_resource_that_does_not_exist(Service service) {
        service.anonymous()
                .get("/v1/courses/00000000-0000-4000-8000-000000000000/")
                .expectStatus(401)
                .expectError("unauthenticated", "header", "Authorization");
    }

    @Proves("Specification, General method table")
    @Test
    void a_user_with_only_the_read_scope_can_read_but_gets_403_for_every_change(Service service) {
        var id = service.admin()
                .post("/v1/courses/", course(unique("READER"), "Logic"))
                .id();
        var url = "/v1/courses/" + id + "/";
        service.reader().get(url).expectStatus(200);
        service.reader()
                .post("/v1/courses/", course(unique("READER"), "X"))
                .expectStatus(403)
                .expectError("forbidden");
        service.reader().patch(url, "{}").expectStatus(403).expectError("forbidden");
        service.reader().put(url, "{}").expectStatus(403).expectError("forbidden");
        service.reader().delete(url).expectStatus(403).expectError("forbidden");
        service.reader()
                .post(url + "relationships/course_terms", Document.linkage("course_terms", List.of()))
                .expectStatus(403)
                .expectError("forbidden");
        service.reader().get(url).expectStatus(200).expect("/data/attributes/course_name", "Logic");
    }
}
