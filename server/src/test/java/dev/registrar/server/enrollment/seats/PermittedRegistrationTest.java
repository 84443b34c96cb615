package dev.registrar.server.enrollment.seats;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a permit lifts for the registration of its person. */
@ExtendWith(ServiceExtension.class)
class PermittedRegistrationTest {
    private Service service;
    private String uni;

    @BeforeEach
    void a_person(Service shared) {
        service = shared;
        uni = unique("permitted");
    }

    @AfterEach
    void seats_lists_and_counts_agree() throws SQLException {
        LimitedCourse.expectConsistent(service);
    }

    private static String in(Duration time) {
        return Instant.now().plus(time).toString();
    }

    private LimitedCourse fullCourse() {
        var course = LimitedCourse.create(service, 1, 5);
        course.enroll();
        return course;
    }

    @Test
    void it_lifts_the_dates_for_the_request() {
        var course = LimitedCourse.create(service, 5, 5);
        course.change("opens_at", in(Duration.ofHours(1)));
        course.register(uni).expectStatus(409).expectError("enrollment_not_open");
        var permit = course.lift("outside_dates", uni);
        course.register(unique("other")).expectStatus(409).expectError("enrollment_not_open");
        course.register(uni.toUpperCase(Locale.ROOT)).expectStatus(201);
        service.admin().delete(permit.header("Location")).expectStatus(204);
        course.expectSeats(1, 0, 4);
    }

    @Test
    void it_lifts_the_dates_for_a_change() {
        var course = LimitedCourse.create(service, 5, 5);
        course.change("closes_at", in(Duration.ofHours(-1)));
        course.lift("outside_dates", uni);
        var registered = LimitedCourse.create(service, 5, 5).register(uni).expectStatus(201);
        course.move(registered, course.id()).expectStatus(200);
    }

    @Test
    void it_lifts_the_capacity_and_the_person_counts_as_taken() {
        var course = fullCourse();
        var waiting = course.queue();
        course.lift("beyond_capacity", uni);
        var permitted = course.register(uni).expectStatus(201);
        course.expectSeats(2, 1, 0);
        course.drop(permitted);
        course.expectSeats(1, 1, 0);
        course.read(waiting).expect("/data/meta/status", "waiting");
    }

    @Test
    void it_lifts_only_what_it_names() {
        var closed = LimitedCourse.create(service, 5, 5);
        closed.change("closes_at", in(Duration.ofHours(-1)));
        closed.lift("beyond_capacity", uni);
        closed.register(uni).expectStatus(409).expectError("enrollment_closed");
        var full = fullCourse();
        full.lift("outside_dates", uni);
        full.register(uni).expectStatus(202).expect("/data/meta/status", "waiting");
    }

    @Test
    void it_acts_at_once_on_somebody_who_waits() {
        var course = fullCourse();
        var first = course.queue();
        var second = course.register(uni).expectStatus(202);
        course.lift("beyond_capacity", uni);
        course.awaitStatus(second, "enrolled");
        course.read(first).expect("/data/meta/status", "waiting").expect("/data/meta/enrollment/of", "1");
        course.expectSeats(2, 1, 0);
    }

    @Test
    void a_change_of_it_acts_at_once_too() {
        var course = fullCourse();
        var waiting = course.register(uni).expectStatus(202);
        var permit = course.lift("outside_dates", uni);
        course.read(waiting).expect("/data/meta/status", "waiting");
        service.admin()
                .patch(
                        permit.header("Location"),
                        Document.of("enrollment_permits", permit.id()).attribute("beyond_capacity", true))
                .expectStatus(200);
        course.awaitStatus(waiting, "enrolled");
    }

    @Test
    void it_gives_a_seat_of_a_full_course_to_who_moves_there() {
        var course = fullCourse();
        var other = LimitedCourse.create(service, 1, 5);
        var registered = other.register(uni).expectStatus(201);
        course.lift("beyond_capacity", uni);
        course.move(registered, course.id()).expectStatus(200).expect("/data/meta/status", "enrolled");
        other.expectSeats(0, 0, 1);
        course.expectSeats(2, 0, 0);
    }

    @Test
    void it_lifts_nothing_after_valid_until_and_takes_no_seat_away() {
        var course = fullCourse();
        var permit = service.admin()
                .post(
                        "/v1/enrollment_permits/",
                        LimitedCourse.permit(uni, course.id())
                                .attribute("beyond_capacity", true)
                                .attribute("valid_until", in(Duration.ofHours(1))))
                .expectStatus(201);
        var enrolled = course.register(uni).expectStatus(201);
        service.admin()
                .patch(
                        permit.header("Location"),
                        Document.of("enrollment_permits", permit.id())
                                .attribute("valid_until", in(Duration.ofSeconds(-1))))
                .expectStatus(200);
        course.read(enrolled).expect("/data/meta/status", "enrolled");
        course.drop(enrolled);
        course.register(uni).expectStatus(202).expect("/data/meta/status", "waiting");
    }

    @Test
    void one_for_a_course_covers_its_terms_and_one_for_a_term_covers_that_term_only() {
        var course = LimitedCourse.newCourse(service);
        var autumn = fullTerm(course);
        var spring = fullTerm(course);
        var permit = LimitedCourse.permit(uni, course).attribute("beyond_capacity", true);
        service.admin()
                .post(
                        "/v1/enrollment_permits/",
                        permit.relationship("course_term", Document.linkage("course_terms", autumn)))
                .expectStatus(201);
        registerIn(course, autumn, uni).expectStatus(201);
        registerIn(course, spring, uni).expectStatus(409).expectError("course_full");

        var forAllTerms = unique("permitted");
        service.admin()
                .post(
                        "/v1/enrollment_permits/",
                        LimitedCourse.permit(forAllTerms, course).attribute("beyond_capacity", true))
                .expectStatus(201);
        registerIn(course, autumn, forAllTerms).expectStatus(201);
        registerIn(course, spring, forAllTerms).expectStatus(201);
    }

    private String fullTerm(String course) {
        var id = LimitedCourse.newTerm(service, course);
        service.admin()
                .post(
                        "/v1/enrollment_limits/",
                        LimitedCourse.limit(course, 0, 0)
                                .relationship("course_term", Document.linkage("course_terms", id)))
                .expectStatus(201);
        return id;
    }

    private Response registerIn(String course, String term, String person) {
        return service.admin()
                .post(
                        "/v1/registrations/",
                        registration(person, course)
                                .relationship("course_term", Document.linkage("course_terms", term)));
    }
}
