package dev.registrar.server.enrollment.seats;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Seats and waiting lists, with the built-in decider. */
@ExtendWith(ServiceExtension.class)
class SeatsTest {
    @AfterEach
    void seats_lists_and_counts_agree(Service service) throws SQLException {
        LimitedCourse.expectConsistent(service);
    }

    @Test
    void who_gets_no_seat_waits_and_who_gets_no_place_either_is_told_that_the_course_is_full(Service service) {
        var course = LimitedCourse.create(service, 1, 2);
        course.expectSeats(0, 0, 1);
        course.enroll();
        course.expectSeats(1, 0, 0);
        var first = course.queue()
                .expectHeader("Retry-After", "60")
                .expect("/data/attributes/enrollment", "pending")
                .expect("/data/meta/enrollment/process", "waiting")
                .expect("/data/meta/enrollment/place", "1")
                .expect("/data/meta/enrollment/of", "1");
        assertThat(first.text("/data/meta/waiting_since")).endsWith("Z");
        course.queue().expect("/data/meta/enrollment/place", "2").expect("/data/meta/enrollment/of", "2");
        var uni = unique("late");
        var full = course.register(uni).expectStatus(409).expectError("course_full");
        assertThat(full.at("/errors/0/meta/seats").toString()).isEqualTo("{\"free\":0,\"taken\":1,\"waiting\":2}");
        service.reader().get("/v1/registrations/?filter[uni]=" + uni).expect("/meta/pagination/count", "0");
        course.read(first).expectHeader("Retry-After", "60").expect("/data/meta/enrollment/of", "2");
        service.reader()
                .get("/v1/registrations/?filter[status]=waiting,rejected&filter[courses]=" + course.id())
                .expect("/meta/pagination/count", "2");
    }

    @Test
    void a_waiting_client_is_told_at_once(Service service) {
        var course = LimitedCourse.create(service, 0, null);
        var begun = System.nanoTime();
        service.admin()
                .withHeader("Prefer", "wait=5")
                .post("/v1/registrations/", registration(unique("uni"), course.id()))
                .expectStatus(202)
                .expect("/data/meta/status", "waiting");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(1_500));
    }

    @Test
    void a_dropped_seat_goes_to_the_first_of_the_list(Service service) {
        var course = LimitedCourse.create(service, 1, 5);
        var seat = course.enroll();
        var first = course.queue();
        var second = course.queue();
        var third = course.queue();
        course.drop(second);
        course.read(third).expect("/data/meta/enrollment/place", "2");
        course.drop(seat);
        course.awaitStatus(first, "enrolled");
        course.read(first)
                .expect("/data/attributes/enrollment", "confirmed")
                .expect("/data/meta/waiting_since", null)
                .expectAbsent("/data/meta/enrollment");
        course.read(third).expect("/data/meta/enrollment/place", "1");
        course.expectSeats(1, 1, 0);
    }

    @Test
    void a_raised_capacity_gives_seats_and_a_lowered_one_takes_none(Service service) {
        var course = LimitedCourse.create(service, 1, null);
        course.enroll();
        var first = course.queue();
        var second = course.queue();
        var third = course.queue();
        course.change("capacity", 3);
        course.awaitStatus(first, "enrolled");
        course.awaitStatus(second, "enrolled");
        course.change("capacity", 0);
        course.expectSeats(3, 1, 0);
        course.read(third).expect("/data/meta/enrollment/place", "1");
        course.change("capacity", null);
        course.awaitStatus(third, "enrolled");
        course.expectSeats(4, 0, null);
    }

    @Test
    void a_new_limit_counts_who_is_enrolled_and_a_deleted_one_enrolls_who_waits(Service service) {
        var open = new LimitedCourse(service, LimitedCourse.newCourse(service), "");
        open.enroll();
        open.enroll();
        var limit = service.admin()
                .post("/v1/enrollment_limits/", LimitedCourse.limit(open.id(), 1, 5))
                .expectStatus(201)
                .expect("/data/meta/seats/taken", "2")
                .id();
        var course = new LimitedCourse(service, open.id(), limit);
        var waiting = course.queue();
        service.admin().delete(course.limitUrl()).expectStatus(204);
        course.awaitStatus(waiting, "enrolled");
    }

    @Test
    void a_limit_of_a_course_term_goes_before_that_of_the_course(Service service) {
        var course = LimitedCourse.create(service, 0, 9);
        var term = LimitedCourse.newTerm(service, course.id());
        var inTerm = registration(unique("uni"), course.id())
                .relationship("course_term", Document.linkage("course_terms", term));
        var waiting = service.admin().post("/v1/registrations/", inTerm).expectStatus(202);
        course.expectSeats(0, 1, 0);
        var ofTerm = LimitedCourse.limit(course.id(), 1, 0)
                .relationship("course_term", Document.linkage("course_terms", term));
        var limit = service.admin().post("/v1/enrollment_limits/", ofTerm).expectStatus(201);
        course.awaitStatus(waiting, "enrolled");
        course.expectSeats(0, 0, 0);
        service.admin().delete("/v1/enrollment_limits/" + limit.id() + "/").expectStatus(204);
        course.expectSeats(1, 0, 0);
    }

    @Test
    void who_moves_to_a_full_course_keeps_the_seat_until_the_other_one_is_there(Service service) {
        var full = LimitedCourse.create(service, 1, 3);
        var seat = full.enroll();
        var course = LimitedCourse.create(service, 1, 3);
        var mover = course.enroll();
        var next = course.queue();
        course.move(mover, full.id()).expectStatus(202).expect("/data/meta/status", "waiting");
        course.expectSeats(1, 1, 0);
        full.expectSeats(1, 1, 0);
        full.drop(seat);
        course.awaitStatus(mover, "enrolled");
        course.awaitStatus(next, "enrolled");
        full.expectSeats(1, 0, 0);
        course.expectSeats(1, 0, 0);
    }

    @Test
    void a_change_to_a_course_without_a_seat_or_a_place_changes_nothing(Service service) {
        var full = LimitedCourse.create(service, 0, 0);
        var course = LimitedCourse.create(service, 1, 3);
        var seat = course.enroll();
        var waiting = course.queue();
        course.move(seat, full.id()).expectStatus(409).expectError("course_full");
        course.move(waiting, full.id()).expectStatus(409).expectError("course_full");
        course.read(seat).expect("/data/meta/status", "enrolled");
        course.read(waiting).expect("/data/meta/status", "waiting").expect("/data/meta/enrollment/place", "1");
        course.expectSeats(1, 1, 0);
    }

    @Test
    void two_who_wait_for_the_seat_of_the_other_exchange_them(Service service) {
        var one = LimitedCourse.create(service, 1, 3);
        var other = LimitedCourse.create(service, 1, 3);
        var first = one.enroll();
        var second = other.enroll();
        one.move(first, other.id()).expectStatus(202);
        assertThat(other.move(second, one.id()).status()).isIn(200, 202);
        for (var mover : List.of(first, second)) {
            one.awaitStatus(mover, "enrolled");
        }
        one.read(first).expect("/data/relationships/courses/data/id", other.id());
        one.expectSeats(1, 0, 0);
        other.expectSeats(1, 0, 0);
    }

    @Test
    void requesting_it_again_keeps_the_place(Service service) {
        var course = LimitedCourse.create(service, 0, 5);
        var first = course.queue();
        course.queue();
        var again = Document.of("registrations", first.id()).attribute("enrollment", "requested");
        service.admin()
                .patch(first.header("Location"), again)
                .expectStatus(202)
                .expect("/data/meta/waiting_since", first.text("/data/meta/waiting_since"))
                .expect("/data/meta/enrollment/place", "1");
    }

    @Test
    void three_hundred_people_for_thirty_seats(Service service) throws SQLException {
        var course = LimitedCourse.create(service, 30, 50);
        Queue<Response> responses = new ConcurrentLinkedQueue<>();
        InParallel.forEach(
                IntStream.range(0, 300).boxed().toList(), number -> responses.add(course.register(unique("rush"))));
        assertThat(responses).filteredOn(response -> response.status() == 201).hasSize(30);
        assertThat(responses).filteredOn(response -> response.status() == 409).hasSize(220);
        course.expectSeats(30, 50, 0);
        course.change("capacity", 55);
        Await.until(
                "25 more are enrolled",
                () -> service.reader()
                        .get(course.limitUrl())
                        .text("/data/meta/seats/taken")
                        .equals("55"));
        course.expectSeats(55, 25, 0);
        var list = service.reader()
                .get("/v1/registrations/?page[size]=100&filter[status]=waiting&filter[courses]=" + course.id());
        var places = list.each("/meta/enrollment/place").stream()
                .map(Integer::valueOf)
                .sorted()
                .toList();
        assertThat(places).isEqualTo(IntStream.rangeClosed(1, 25).boxed().toList());
        var waiting = Collections.min(list.each("/meta/waiting_since"));
        assertThat(responses)
                .filteredOn(response -> response.status() == 202
                        && response.text("/data/meta/waiting_since").compareTo(waiting) < 0)
                .hasSize(25)
                .allSatisfy(response -> course.read(response).expect("/data/meta/status", "enrolled"));
    }
}
