package dev.registrar.gateway.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.RawConnection;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is not let in learns nothing else: neither what is wrong with the query, nor with the headers or the body. */
@ExtendWith(ServiceExtension.class)
class UninvitedRequestsTest {
    private static final String READER = "Authorization: Basic cmVhZGVyOnJlYWRlcg==\n";

    /** Changes, so that a reader is not allowed them, each wrong in its own way; {@code %s} stands for the credentials. */
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

    @ParameterizedTest
    @MethodSource("wrongChanges")
    void without_credentials_they_are_asked_for(String request, Service service) {
        assertThat(RawConnection.statusLine(service, request.formatted(""))).startsWith("HTTP/1.1 401 ");
        assertThat(RawConnection.statusLine(service, request.formatted("Authorization: Basic d3Jvbmc6d3Jvbmc=\n")))
                .startsWith("HTTP/1.1 401 ");
    }

    @ParameterizedTest
    @MethodSource("wrongChanges")
    void without_the_scope_nothing_else_is_told(String request, Service service) {
        assertThat(RawConnection.statusLine(service, request.formatted(READER))).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void without_credentials_a_read_is_told_nothing_else(Service service) {
        service.anonymous().get("/v1/courses/?x=1").expectStatus(401);
        service.anonymous().get("/v1/courses/?page[size]=1000").expectStatus(401);
        service.anonymous()
                .withHeader("Accept", "text/html")
                .get("/v1/courses/not-a-uuid/")
                .expectStatus(401);
    }

    @Test
    void a_session_that_nobody_has_cannot_be_ended_whatever_else_is_wrong(Service service) {
        var answer = RawConnection.statusLine(service, """
                DELETE /v1/sessions/ HTTP/1.1
                Host: a!b
                Connection: close

                """);
        assertThat(answer).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void what_the_contract_tells_everybody_is_told(Service service) {
        service.anonymous().delete("/v1/courses/").expectStatus(405);
        service.anonymous().get("/v1/people/").expectStatus(404);
        service.anonymous().get("/v1/courses/1/relationships/nothing").expectStatus(404);
    }
}
