package dev.registrar.server.enrollment.seats;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A course whose enrollment has a limit, and the registrations for it. */
record LimitedCourse(Service service, String id, String limit) {
    static LimitedCourse create(Service service, Integer capacity, Integer waitlistCapacity) {
        var id = newCourse(service);
        var limit = service.admin()
                .post("/v1/enrollment_limits/", limit(id, capacity, waitlistCapacity))
                .expectStatus(201);
        return new LimitedCourse(service, id, limit.id());
    }

    static String newCourse(Service service) {
        return service.admin()
                .post("/v1/courses/", course(unique("SEATS"), "Logic"))
                .id();
    }

    static String newTerm(Service service, String course) {
        return service.admin()
                .post("/v1/course_terms/", term(unique("2026"), course))
                .expectStatus(201)
                .id();
    }

    static Document limit(String course, Integer capacity, Integer waitlistCapacity) {
        return Document.of("enrollment_limits")
                .attribute("capacity", capacity)
                .attribute("waitlist_capacity", waitlistCapacity)
                .relationship("course", Document.linkage("courses", course));
    }

    /** A permit that lifts nothing. */
    static Document permit(String uni, String course) {
        return Document.of("enrollment_permits")
                .attribute("uni", uni)
                .attribute("reason", "Approved by the department.")
                .relationship("course", Document.linkage("courses", course));
    }

    /** Gives a person a permit for the course. */
    @CanIgnoreReturnValue
    Response lift(String what, String uni) {
        return service.admin()
                .post("/v1/enrollment_permits/", permit(uni, id).attribute(what, true))
                .expectStatus(201);
    }

    Response register(String uni) {
        return service.admin().post("/v1/registrations/", registration(uni, id));
    }

    /** Registers a person who gets a seat. */
    @CanIgnoreReturnValue
    Response enroll() {
        return register(unique("enrolled")).expectStatus(201).expect("/data/meta/status", "enrolled");
    }

    /** Registers a person who has to wait. */
    Response queue() {
        return register(unique("waiting")).expectStatus(202).expect("/data/meta/status", "waiting");
    }

    @CanIgnoreReturnValue
    Response change(String attribute, Object value) {
        return service.admin()
                .patch(limitUrl(), Document.of("enrollment_limits", limit).attribute(attribute, value))
                .expectStatus(200);
    }

    String limitUrl() {
        return "/v1/enrollment_limits/" + limit + "/";
    }

    Response move(Response registration, String course) {
        return service.admin()
                .patch(
                        registration.header("Location"),
                        Document.of("registrations", registration.id())
                                .relationship("courses", Document.linkage("courses", course)));
    }

    void drop(Response registration) {
        service.admin().delete(registration.header("Location")).expectStatus(204);
    }

    Response read(Response registration) {
        return service.reader().get(registration.header("Location"));
    }

    void awaitStatus(Response registration, String status) {
        Await.until(
                "the status is " + status,
                () -> read(registration).text("/data/meta/status").equals(status));
    }

    void expectSeats(int taken, int waiting, Integer free) {
        service.reader()
                .get(limitUrl())
                .expect("/data/meta/seats/taken", Integer.toString(taken))
                .expect("/data/meta/seats/waiting", Integer.toString(waiting))
                .expect("/data/meta/seats/free", free == null ? null : free.toString());
    }

    /** Nothing that the database finds wrong. */
    static void expectConsistent(Service service) throws SQLException {
        List<String> wrong = new ArrayList<>();
        try (var session = service.databaseSession();
                var statement = session.createStatement();
                var rows = statement.executeQuery("SELECT w::text FROM registration.wrong_seats w")) {
            while (rows.next()) {
                wrong.add(rows.getString(1));
            }
        }
        assertThat(wrong).isEmpty();
    }
}
