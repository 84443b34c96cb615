package dev.registrar.server.writing.concurrency;

import static dev.registrar.resource.idempotency.IdempotencyKey.RETENTION;
import static dev.registrar.server.testing.Sql.execute;
import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.InParallel;
import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Idempotency-Key} (draft-ietf-httpapi-idempotency-key-header): a repeated request takes effect once. */
@ExtendWith(ServiceExtension.class)
class IdempotencyTest {
    private static final List<Integer> TWELVE = IntStream.range(0, 12).boxed().toList();

    private static Client keyed(Client client, String key) {
        return client.withHeader("Idempotency-Key", key);
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }

    private static void expectSame(Response again, Response first) {
        again.expectStatus(first.status());
        assertThat(again.body()).isEqualTo(first.body());
        for (var header : List.of("Location", "ETag", "Content-Type")) {
            assertThat(again.headers(header)).isEqualTo(first.headers(header));
        }
    }

    private static String count(Service service, String filter) {
        return service.reader().get(filter).text("/meta/pagination/count");
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void a_repeated_request_gets_the_first_response(Service service) {
        var client = keyed(service.admin(), newKey());
        var identifier = unique("KEY");
        var created = client.post("/v1/courses/", course(identifier, "Logic")).expectStatus(201);
        expectSame(client.post("/v1/courses/", course(identifier, "Logic")), created);

        var termClient = keyed(service.admin(), newKey());
        var term = term(unique("TERM"), created.id());
        expectSame(termClient.post("/v1/course_terms/", term), termClient.post("/v1/course_terms/", term));
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void a_repeated_registration_gets_the_first_response(Service service) {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("KEY"), "Logic"))
                .id();
        var client = keyed(service.admin(), newKey());
        var document = registration(unique("uni"), courseId);
        var created = client.post("/v1/registrations/", document).expectStatus(201);
        expectSame(client.post("/v1/registrations/", document), created);
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void an_idempotency_key_used_for_a_different_request_is_422(Service service) {
        var client = keyed(service.admin(), newKey());
        client.post("/v1/courses/", course(unique("KEY"), "Logic")).expectStatus(201);
        client.post("/v1/courses/", course(unique("KEY"), "Logic"))
                .expectStatus(422)
                .expectError("idempotency_key_reused", "header", "Idempotency-Key");
    }

    @Test
    void a_repeated_request_may_order_its_members_differently(Service service) {
        var client = keyed(service.admin(), newKey());
        var identifier = unique("KEY");
        var created = client.post("/v1/courses/", course(identifier, "Logic")).expectStatus(201);
        expectSame(client.post("/v1/courses/", """
                {"data": {"attributes": {"course_name": "Logic", "course_identifier": "%s"}, "type": "courses"}}
                """.formatted(identifier)), created);
    }

    @Test
    void an_idempotency_key_of_another_caller_has_no_effect(Service service) {
        var gateway = Client.of(service.url());
        var key = newKey();
        keyed(service.admin(), key)
                .post("/v1/courses/", course(unique("KEY"), "Logic"))
                .expectStatus(201);
        keyed(gateway.withCredentials("reader", "reader"), key)
                .post("/v1/courses/", course(unique("KEY"), "Logic"))
                .expectStatus(403);
    }

    @Test
    void a_rejected_request_may_be_corrected_and_sent_again_with_the_same_key(Service service) {
        var client = keyed(service.admin(), newKey());
        client.post("/v1/courses/", course("", "Logic")).expectStatus(422);
        var taken = unique("TAKEN");
        service.admin().post("/v1/courses/", course(taken, "Logic")).expectStatus(201);
        client.post("/v1/courses/", course(taken, "Logic")).expectStatus(409).expectError("duplicate");
        client.post("/v1/courses/", course(unique("KEY"), "Logic")).expectStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", ""})
    void a_malformed_idempotency_key_is_400(String key, Service service) {
        keyed(service.admin(), key)
                .post("/v1/courses/", course(unique("KEY"), "Logic"))
                .expectStatus(400)
                .expectError("malformed_request", "header", "Idempotency-Key");
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void concurrent_requests_with_one_key_take_effect_once_and_get_the_same_response(Service service) {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("KEY"), "Logic"))
                .id();
        var uni = unique("twelve");
        var client = keyed(service.admin(), newKey());
        Queue<Response> responses = new ConcurrentLinkedQueue<>();
        InParallel.forEach(TWELVE, number -> responses.add(untilCompleted(client, registration(uni, courseId))));
        assertThat(responses)
                .extracting(Response::id)
                .containsOnly(responses.element().id());
        assertThat(count(service, "/v1/registrations/?filter[uni]=" + uni)).isEqualTo("1");
    }

    /** Sends the request again while the first one is in progress. */
    private static Response untilCompleted(Client client, Document document) {
        var response = client.post("/v1/registrations/", document);
        while (response.status() == 409) {
            response.expectError("request_in_progress", "header", "Idempotency-Key")
                    .expectHeader("Retry-After", "1");
            response = client.post("/v1/registrations/", document);
        }
        return response;
    }

    @Test
    void a_request_whose_key_cannot_be_stored_has_no_effect(Service service) throws SQLException {
        var key = newKey();
        var identifier = unique("KEY");
        try (var session = service.databaseSession()) {
            execute(
                    session,
                    "ALTER TABLE course.idempotency_keys ADD CONSTRAINT refuse CHECK (key <> '%s')".formatted(key));
            var rejected = keyed(service.admin(), key).post("/v1/courses/", course(identifier, "Logic"));
            assertThat(rejected.status()).isGreaterThanOrEqualTo(400);
            execute(session, "ALTER TABLE course.idempotency_keys DROP CONSTRAINT refuse");
        }
        assertThat(count(service, "/v1/courses/?filter[course_identifier]=" + identifier))
                .isEqualTo("0");
    }

    @Test
    void concurrent_equal_registrations_without_a_key_create_one_and_are_otherwise_409(Service service) {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("KEY"), "Logic"))
                .id();
        var uni = unique("twelve");
        Queue<Response> responses = new ConcurrentLinkedQueue<>();
        InParallel.forEach(
                TWELVE,
                number -> responses.add(service.admin().post("/v1/registrations/", registration(uni, courseId))));
        assertThat(responses).filteredOn(response -> response.status() == 409).hasSize(11);
        assertThat(count(service, "/v1/registrations/?filter[uni]=" + uni)).isEqualTo("1");
    }

    @Test
    void a_repeated_request_gets_the_committed_response_after_the_first_was_interrupted(Service service)
            throws SQLException {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("KEY"), "Logic"))
                .id();
        var key = newKey();
        var client = keyed(service.admin(), key).withHeader("Prefer", "respond-async");
        var document = registration(unique("uni"), courseId);
        var accepted = client.post("/v1/registrations/", document).expectStatus(202);
        setCreated(service, key, "clock_timestamp()");
        client.post("/v1/registrations/", document).expectStatus(409).expectError("request_in_progress");
        setCreated(service, key, "now() - interval '6 seconds'");
        client.post("/v1/registrations/", document)
                .expectStatus(202)
                .expectHeader("Location", accepted.header("Location"));
        setCreated(service, key, "now() - interval '25 hours'");
        client.post("/v1/registrations/", document).expectStatus(409).expectError("already_registered");
    }

    @Test
    void an_idempotency_key_expires_after_the_documented_time_and_not_before(Service service) throws SQLException {
        var hours = RETENTION.toHours();
        assertThat(service.anonymous().get("/v1/openapi.yaml").body()).contains("within %s hours".formatted(hours));
        var key = newKey();
        var client = keyed(service.admin(), key);
        var document = course(unique("KEY"), "Logic");
        var first = client.post("/v1/courses/", document).expectStatus(201);
        setAge(service, key, RETENTION.minusMinutes(1));
        expectSame(client.post("/v1/courses/", document), first);
        setAge(service, key, RETENTION.plusMinutes(1));
        client.post("/v1/courses/", course(unique("KEY"), "Ethics")).expectStatus(201);
    }

    private static void setAge(Service service, String key, Duration age) throws SQLException {
        try (var session = service.databaseSession()) {
            execute(
                    session,
                    "UPDATE course.idempotency_keys SET created_at = now() - interval '%s minutes' WHERE key = '%s'"
                            .formatted(age.toMinutes(), key));
        }
    }

    /** Stores the result as if the process had died at this time, before the final response. */
    private static void setCreated(Service service, String key, String created) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.prepareStatement("UPDATE registration.idempotency_keys SET answered = false,"
                        + " created_at = " + created + " WHERE key = ?")) {
            statement.setString(1, key);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }
}
