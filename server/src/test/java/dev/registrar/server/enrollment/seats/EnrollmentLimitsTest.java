package dev.registrar.server.enrollment.seats;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Limits as resources, and when they let people register and drop. */
@ExtendWith(ServiceExtension.class)
class EnrollmentLimitsTest {
    private static final String PAST = "2020-02-29T08:00:00Z";
    private static final String FUTURE = "2160-02-29T08:00:00Z";

    @Test
    void a_limit_has_no_list_and_no_dates_unless_they_are_given(Service service) {
        var document = Document.of("enrollment_limits")
                .relationship("course", Document.linkage("courses", LimitedCourse.newCourse(service)));
        service.admin()
                .post("/v1/enrollment_limits/", document)
                .expectStatus(201)
                .expect("/data/attributes/capacity", null)
                .expect("/data/attributes/waitlist_capacity", "0")
                .expect("/data/attributes/opens_at", null)
                .expect("/data/meta/seats/free", null);
    }

    @Test
    void opens_at_is_before_closes_at(Service service) {
        var course = LimitedCourse.newCourse(service);
        var limit = LimitedCourse.limit(course, 1, 0).attribute("opens_at", FUTURE);
        for (var closes : new String[] {PAST, FUTURE}) {
            service.admin()
                    .post("/v1/enrollment_limits/", limit.attribute("closes_at", closes))
                    .expectStatus(422)
                    .expectError("invalid_value", "pointer", "/data/attributes/closes_at");
        }
        var stored = service.admin().post("/v1/enrollment_limits/", limit).expectStatus(201);
        service.admin()
                .patch(
                        stored.header("Location"),
                        Document.of("enrollment_limits", stored.id()).attribute("closes_at", PAST))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/attributes/closes_at");
    }

    @Test
    void a_course_has_one_limit_which_stays_with_it(Service service) {
        var course = LimitedCourse.create(service, 1, 0);
        service.admin()
                .post("/v1/enrollment_limits/", LimitedCourse.limit(course.id(), 2, 0))
                .expectStatus(409)
                .expectError("duplicate");
        service.admin()
                .patch(
                        course.limitUrl(),
                        Document.of("enrollment_limits", course.limit())
                                .relationship("course", Document.linkage("courses", LimitedCourse.newCourse(service))))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/relationships");
    }

    @Test
    void a_limit_is_for_a_term_of_its_course_and_is_deleted_with_it(Service service) {
        var course = LimitedCourse.newCourse(service);
        var term = LimitedCourse.newTerm(service, course);
        var linkage = Document.linkage("course_terms", term);
        service.admin()
                .post(
                        "/v1/enrollment_limits/",
                        LimitedCourse.limit(LimitedCourse.newCourse(service), 1, 0)
                                .relationship("course_term", linkage))
                .expectStatus(422)
                .expectError("invalid_value", "pointer", "/data/relationships/course_term");
        var limit = service.admin()
                .post(
                        "/v1/enrollment_limits/",
                        LimitedCourse.limit(course, 1, 0).relationship("course_term", linkage))
                .expectStatus(201);
        service.admin().delete("/v1/course_terms/" + term + "/").expectStatus(204);
        service.reader().get(limit.header("Location")).expectStatus(404);
    }

    @Test
    void people_register_between_the_dates_only(Service service) {
        var course = LimitedCourse.create(service, 5, 5);
        var enrolled = course.enroll();
        course.change("opens_at", FUTURE);
        var early = course.register(unique("early")).expectStatus(409).expectError("enrollment_not_open");
        assertThat(early.text("/errors/0/detail")).contains(FUTURE);
        assertThat(early.text("/errors/0/meta/opens_at")).isEqualTo(FUTURE);
        service.admin()
                .patch(
                        enrolled.header("Location"),
                        Document.of("registrations", enrolled.id()).attribute("enrollment", "requested"))
                .expectStatus(200);
        course.change("opens_at", null);
        course.change("closes_at", PAST);
        course.register(unique("late"))
                .expectStatus(409)
                .expectError("enrollment_closed")
                .expect("/errors/0/meta/opens_at", null)
                .expect("/errors/0/meta/closes_at", PAST);
        var other = LimitedCourse.create(service, 5, 5);
        other.move(other.enroll(), course.id()).expectStatus(409).expectError("enrollment_closed");
    }

    @Test
    void the_list_goes_on_after_the_last_day(Service service) {
        var course = LimitedCourse.create(service, 1, 5);
        var seat = course.enroll();
        var waiting = course.queue();
        course.change("closes_at", PAST);
        course.drop(seat);
        course.awaitStatus(waiting, "enrolled");
    }

    private static void expectError(int status, String code, RawMessage message) {
        assertThat(message.expectErrors(status))
                .extracting(error -> error.path("code").asText())
                .containsExactly(code);
    }

    private static JsonObject request(String person, Document document) {
        return new JsonObject()
                .put("caller", Callers.boundTo(person, "portal", "create", "read", "update", "delete"))
                .put("document", document.json());
    }

    @Test
    void people_drop_their_seats_themselves_until_drop_until(Service service) {
        var course = LimitedCourse.create(service, 1, 5);
        var uni = unique("uni");
        var seat = course.register(uni).expectStatus(201);
        course.change("drop_until", PAST);
        var caller = Callers.boundTo(uni, "portal", "read", "update", "delete");
        expectError(
                409,
                "drop_closed",
                BusMessage.to(service, "registrar.registrations", new JsonObject().put("caller", caller))
                        .withHeader("action", "delete")
                        .withHeader("id", seat.id()));
        var away = Document.of("registrations", seat.id())
                .relationship("courses", Document.linkage("courses", LimitedCourse.newCourse(service)));
        expectError(
                409,
                "drop_closed",
                BusMessage.to(service, "registrar.registrations", request(uni, away))
                        .withHeader("action", "update")
                        .withHeader("id", seat.id()));
        course.drop(seat);
    }

    @Test
    void people_register_for_a_term_if_a_term_of_the_course_has_a_limit(Service service) {
        var course = LimitedCourse.newCourse(service);
        var term = LimitedCourse.newTerm(service, course);
        service.admin()
                .post(
                        "/v1/enrollment_limits/",
                        LimitedCourse.limit(course, 1, 0)
                                .relationship("course_term", Document.linkage("course_terms", term)))
                .expectStatus(201);
        var uni = unique("uni");
        expectError(
                422,
                "course_term_required",
                BusMessage.to(service, "registrar.registrations", request(uni, registration(uni, course)))
                        .withHeader("action", "create"));
        service.admin().post("/v1/registrations/", registration(uni, course)).expectStatus(201);
    }

    @Test
    void people_read_limits_but_do_not_change_them(Service service) {
        var course = LimitedCourse.create(service, 1, 5);
        var uni = unique("uni");
        var caller = new JsonObject().put("caller", Callers.boundTo(uni, "portal", "read", "delete"));
        assertThat(BusMessage.to(service, "registrar.enrollment_limits", caller)
                        .withHeader("action", "get")
                        .withHeader("id", course.limit())
                        .reply()
                        .headers()
                        .get("status"))
                .isEqualTo("200");
        expectError(
                403,
                "forbidden",
                BusMessage.to(service, "registrar.enrollment_limits", caller)
                        .withHeader("action", "delete")
                        .withHeader("id", course.limit()));
    }
}
