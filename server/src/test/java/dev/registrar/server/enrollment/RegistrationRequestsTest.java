package dev.registrar.server.enrollment;

import static dev.registrar.resource.idempotency.IdempotencyKey.RETENTION;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Identifiers, preconditions and idempotency keys of requests for registrations, which the enrollment process changes too. */
@ExtendWith(ServiceExtension.class)
class RegistrationRequestsTest {

    @Test
    void a_registration_can_change_the_letter_case_of_its_uni_without_a_new_enrollment(Service service) {
        var course = service.newCourse();
        var uni = unique("spelled");
        var id = service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .expectStatus(201)
                .id();
        service.admin()
                .patch(
                        "/v1/registrations/" + id + "/",
                        Document.of("registrations", id).attribute("uni", uni.toUpperCase(Locale.ROOT)))
                .expectStatus(200)
                .expect("/data/attributes/uni", uni.toUpperCase(Locale.ROOT))
                .expect("/data/attributes/enrollment", "confirmed");
        service.admin().post("/v1/registrations/", registration(uni, course)).expectStatus(409);
        var other = service.register(course).expectStatus(201).id();
        service.admin()
                .patch(
                        "/v1/registrations/" + other + "/",
                        Document.of("registrations", other).attribute("uni", uni))
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data/attributes/uni");
    }

    @Test
    void a_change_that_only_shows_in_meta_passes_if_match_but_is_not_304(Service service) throws SQLException {
        var course = service.newCourse();
        var registration = abandoned(service, course, "No seat was found.");
        var tag = service.admin().get(registration).header("ETag");
        service.admin().withHeader("If-None-Match", tag).get(registration).expectStatus(304);
        Sql.execute(
                service.databaseUri(),
                "UPDATE registration.registrations SET reason = 'No room was found.' WHERE course_id = '%s'"
                        .formatted(course));
        service.admin()
                .withHeader("If-None-Match", tag)
                .get(registration)
                .expectStatus(200)
                .expect("/data/meta/enrollment/reason", "No room was found.");
        service.admin().withHeader("If-Match", tag).delete(registration).expectStatus(204);
    }

    /** The URL of a registration for the course, whose enrollment is abandoned, so that nothing else changes it. */
    private static String abandoned(Service service, String course, String reason) throws SQLException {
        Sql.execute(
                service.databaseUri(),
                "INSERT INTO registration.registrations (uni, course_id, enrollment, attempts, abandoned_at, reason)"
                        + " VALUES ('%s', '%s', 'pending', 10, now(), '%s')".formatted(unique("etag"), course, reason));
        var registrations = service.admin().get("/v1/registrations/?filter[courses]=" + course);
        return "/v1/registrations/" + registrations.text("/data/0/id") + "/";
    }

    @Test
    void a_repeated_request_gets_the_committed_response_after_the_first_was_interrupted(Service service)
            throws SQLException {
        var courseId = service.newCourse();
        var key = unique("key");
        var client = service.admin().withHeader("Idempotency-Key", key).withHeader("Prefer", "respond-async");
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

    /** Stores the result as if the process had died at this time, before the final response. */
    private static void setCreated(Service service, String key, String created) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.prepareStatement("UPDATE registration.idempotency_keys SET answered = false,"
                        + " created_at = " + created + " WHERE key = ?")) {
            statement.setString(1, key);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void the_contract_says_how_long_a_key_is_stored(Service service) {
        assertThat(service.anonymous().get("/v1/openapi.yaml").body())
                .contains("within %s hours".formatted(RETENTION.toHours()));
    }
}
