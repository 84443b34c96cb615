package dev.registrar.server.enrollment.seats;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.bus.Caller;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.StagedImport;
import dev.registrar.server.testing.StagedImport.Staging;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Registrations from a file go through the enrollment, unless an administrator loads those that are confirmed already. */
class ImportedRegistrationsTest {
    private static final Caller CLERK = Caller.unbound("clerk", Set.of("read", "create", "update"));
    private static final String HEADER = "uni,courses,enrollment";

    @AutoClose
    private static Service service;

    @BeforeAll
    static void start() throws Exception {
        service = Service.start();
    }

    @AfterEach
    void seats_lists_and_counts_agree() throws SQLException {
        LimitedCourse.expectConsistent(service);
    }

    private static StagedImport begin(Staging staging, String... rows) throws SQLException {
        return StagedImport.begin(service, staging, HEADER, List.of(rows));
    }

    private static StagedImport begin(String... rows) throws SQLException {
        return begin(Staging.REGISTRATIONS, rows);
    }

    private static String identifier(LimitedCourse course) {
        return service.admin().get("/v1/courses/" + course.id() + "/").text("/data/attributes/course_identifier");
    }

    private static List<String> statuses(LimitedCourse course) {
        return Sql.read(service.databaseUri(), """
                SELECT r.uni || ' ' || registration.status(r) FROM registration.registrations r
                WHERE course_id = '%s' ORDER BY uni""".formatted(course.id()));
    }

    @Test
    void each_row_is_a_request_in_the_order_of_the_file() throws SQLException {
        var course = LimitedCourse.create(service, 2, 1);
        var identifier = identifier(course);
        var rows = Stream.of("e", "d", "c", "b", "a")
                .map(uni -> "%s,%s,requested".formatted(uni, identifier))
                .toArray(String[]::new);
        var first = begin(rows);
        assertThat(first.end()).isEqualTo("done 3 created 0 updated 0 unchanged 2 rejected");
        assertThat(statuses(course)).containsExactly("c waiting", "d enrolled", "e enrolled");
        assertThat(first.errors()).containsExactly("5 course_full", "6 course_full");
        assertThat(begin(rows[0], rows[1], rows[2]).end()).isEqualTo("done 0 created 0 updated 3 unchanged 0 rejected");
    }

    @Test
    void dates_apply_and_a_dry_run_tells_of_them() throws SQLException {
        var course = LimitedCourse.create(service, 5, 0);
        course.change("opens_at", "2099-01-01T00:00:00Z");
        var row = "a,%s,requested".formatted(identifier(course));
        var tried = begin(Staging.REGISTRATIONS.tried(), row, row.replace("a,", "b,"));
        assertThat(tried.end()).isEqualTo("done 0 created 0 updated 0 unchanged 2 rejected");
        var real = begin(row);
        assertThat(real.end()).isEqualTo("done 0 created 0 updated 0 unchanged 1 rejected");
        assertThat(real.errors()).containsExactly("2 enrollment_not_open");
        course.change("opens_at", null);
        assertThat(begin(Staging.REGISTRATIONS.tried(), row).end())
                .isEqualTo("done 1 created 0 updated 0 unchanged 0 rejected");
        assertThat(statuses(course)).isEmpty();
    }

    @Test
    void what_an_administrator_loads_as_confirmed_stays_so_and_has_a_seat() throws SQLException {
        var course = LimitedCourse.create(service, 1, 5);
        var identifier = identifier(course);
        course.enroll();
        var waiting = course.queue();
        course.change("closes_at", "2001-01-01T00:00:00Z");
        var uni = waiting.text("/data/attributes/uni");
        var loaded = begin(
                "old1,%s,confirmed".formatted(identifier),
                "old2,%s,confirmed".formatted(identifier),
                "%s,%s,confirmed".formatted(uni, identifier));
        assertThat(loaded.end()).isEqualTo("done 2 created 1 updated 0 unchanged 0 rejected");
        course.expectSeats(4, 0, 0);
        assertThat(statuses(course)).hasSize(4).allMatch(status -> status.endsWith("enrolled"));
        assertThat(Sql.read(service.databaseUri(), """
                SELECT action || ' ' || caller_name FROM audit.audit_events
                WHERE request_id = 'import-%s' ORDER BY occurred_at, action""".formatted(loaded.id())))
                .containsExactlyInAnyOrder("created admin", "created admin", "updated admin");
        assertThat(begin("OLD1,%s,confirmed".formatted(identifier.toLowerCase(Locale.ROOT)))
                        .end())
                .isEqualTo("done 0 created 1 updated 0 unchanged 0 rejected");
    }

    @Test
    void others_import_as_confirmed_only_what_is_confirmed() throws SQLException {
        var course = LimitedCourse.create(service, 5, 5);
        var identifier = identifier(course);
        var enrolled = course.enroll().text("/data/attributes/uni");
        var imported = begin(
                Staging.REGISTRATIONS.by(CLERK),
                "%s,%s,confirmed".formatted(enrolled, identifier),
                "new,%s,confirmed".formatted(identifier));
        assertThat(imported.end()).isEqualTo("done 0 created 0 updated 1 unchanged 1 rejected");
        assertThat(imported.errors()).containsExactly("3 invalid_transition");
        course.expectSeats(1, 0, 4);
    }

    @Test
    void a_row_that_was_done_before_a_crash_is_not_done_again() throws SQLException {
        var course = LimitedCourse.create(service, 30, 5);
        var identifier = identifier(course);
        var rows = IntStream.range(0, 60)
                .mapToObj(n -> "p%s,%s,requested".formatted(n, identifier))
                .toArray(String[]::new);
        var imported = begin(rows);
        var end = imported.end();
        assertThat(end).isEqualTo("done 35 created 0 updated 0 unchanged 25 rejected");
        var before = statuses(course);
        imported.beginAgain();
        assertThat(imported.end()).isEqualTo(end);
        assertThat(statuses(course)).isEqualTo(before);
    }

    @Test
    void a_change_of_the_course_is_a_request_too() throws SQLException {
        var course = LimitedCourse.create(service, 5, 5);
        var full = LimitedCourse.create(service, 1, 0);
        full.enroll();
        var registration = course.enroll();
        var staging = new Staging("registration", "registrations", "id", false, Staging.REGISTRATIONS.caller());
        var moved =
                StagedImport.begin(service, staging, "id,courses", List.of(registration.id() + "," + identifier(full)));
        assertThat(moved.end()).isEqualTo("done 0 created 0 updated 0 unchanged 1 rejected");
        assertThat(moved.errors()).containsExactly("2 course_full");
        course.expectSeats(1, 0, 4);
    }

    @Test
    void limits_and_permits_are_imported_by_the_identifiers_of_their_courses() throws SQLException {
        var course = LimitedCourse.newCourse(service);
        var identifier = service.admin().get("/v1/courses/" + course + "/").text("/data/attributes/course_identifier");
        service.admin()
                .post(
                        "/v1/course_terms/",
                        Document.of("course_terms")
                                .attribute("term_identifier", "2026" + identifier)
                                .relationship("course", Document.linkage("courses", course)))
                .expectStatus(201);
        var limits = Staging.of("registration", "enrollment_limits", "course,course_term");
        var rows = List.of(
                identifier + ",,30,",
                identifier + ",2026" + identifier.toLowerCase(Locale.ROOT) + ",10,2099-01-01T00:00:00Z");
        var first = StagedImport.begin(service, limits, "course,course_term,capacity,opens_at", rows);
        assertThat(first.end()).isEqualTo("done 2 created 0 updated 0 unchanged 0 rejected");
        assertThat(StagedImport.begin(service, limits, "course,course_term,capacity,opens_at", rows)
                        .end())
                .isEqualTo("done 0 created 0 updated 2 unchanged 0 rejected");
        var permits = Staging.of("registration", "enrollment_permits", "uni,course,course_term");
        var permit = StagedImport.begin(
                service,
                permits,
                "uni,course,reason,outside_dates",
                List.of(unique("p") + "," + identifier + ",Illness,true"));
        assertThat(permit.end()).isEqualTo("done 1 created 0 updated 0 unchanged 0 rejected");
    }
}
