package dev.registrar.server.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.RawConnection;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A request without permission gets 401 or 403, whatever else is wrong with its query, headers or body. */
@ExtendWith(ServiceExtension.class)
class UnauthorizedRequestsTest {
    private static final String READER = "Authorization: Basic cmVhZGVyOnJlYWRlcg==\n";

    /** Changes, which a reader may not make, each with a different error; {@code %s} is replaced by the credentials. */
    static String[] wrongChanges() {
        return new String[] {"""
            DELETE /v1/courses/0c5b3df5-f147-45e4-b8a4-904fb8aa18a2/relationships/course_terms HTTP/1.1
            Host: a
            %sConnection: close
            Content-Length: 2

            {}""", """
            POST /v1/courses/ HTTP/1.1
            Host: a
            %sConnection: close
            Content-Type: text/plain
            Content-Length: 2

            {}""", """
            POST /v1/courses/ HTTP/1.1
            Host: a
            %sConnection: close
            Content-Type: application/vnd.api+json
            Accept: text/html
            Content-Length: 2

            {}""", """
            POST /v1/courses/ HTTP/1.1
            Host: a
            %sConnection: close
            Content-Type: application/vnd.api+json
            Content-Length: 100000000

            """, """
            POST /v1/courses/?x=%%zz HTTP/1.1
            Host: a
            %sConnection: close
            Content-Type: application/vnd.api+json
            Content-Length: 2

            {}""", """
            PATCH /v1/courses/not-a-uuid/ HTTP/1.1
            Host: a!b
            %sConnection: close
            Content-Type: application/vnd.api+json
            Idempotency-Key: two words
            Content-Length: 1

            {""", """
            POST /v1/registrations/?page[size]=x HTTP/1.1
            Host: a
            %sConnection: close
            Content-Type: application/vnd.api+json;charset=utf-8
            Content-Length: 1

            {"""};
    }

    @Proves("Specification, Authentication")
    @ParameterizedTest
    @MethodSource("wrongChanges")
    void an_invalid_change_without_valid_credentials_is_401(String request, Service service) {
        assertThat(RawConnection.statusLine(service, request.formatted(""))).startsWith("HTTP/1.1 401 ");
        assertThat(RawConnection.statusLine(service, request.formatted("Authorization: Basic d3Jvbmc6d3Jvbmc=\n")))
                .startsWith("HTTP/1.1 401 ");
    }

    @Proves("Specification, Authentication")
    @ParameterizedTest
    @MethodSource("wrongChanges")
    void an_invalid_change_without_the_scope_for_it_is_403(String request, Service service) {
        assertThat(RawConnection.statusLine(service, request.formatted(READER))).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void an_invalid_read_without_credentials_is_401(Service service) {
        service.anonymous().get("/v1/courses/?x=1").expectStatus(401);
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

    @Test
    void unknown_paths_and_methods_are_404_and_405_even_without_credentials(Service service) {
        service.anonymous().delete("/v1/courses/").expectStatus(405);
        service.anonymous().get("/v1/people/").expectStatus(404);
        service.anonymous().get("/v1/courses/1/relationships/nothing").expectStatus(404);
    }
}
