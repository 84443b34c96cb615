package dev.registrar.gateway.http;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The errors that people cause by what they want or type, not by a mistake of the program that they use. */
@ExtendWith(ServiceExtension.class)
class ErrorDetailsTest {
    /** What a student or an officer need not know. */
    private static final String TERMS_OF_PROGRAMMERS = "[a-z]_[a-z]|links\\.|meta\\.|filter\\[|page\\["
            + "|\\b(GET|POST|PATCH|PUT|DELETE|JSON|UUIDs?)\\b|/v1/|-Key|If-Match|WWW-|[Hh]eader|[Ee]ntity tag"
            + "|access token|resource|attribute|cookie";

    private static final String NOBODY = "00000000-0000-4000-8000-000000000000";

    private static Arguments when(String situation, String code, Function<Service, Response> request) {
        return Arguments.of(situation, code, request);
    }

    private static Arguments whenCreating(String situation, String code, Supplier<Document> course) {
        return when(situation, code, service -> create(service, course.get()));
    }

    private static Response create(Service service, Document course) {
        return service.admin().post("/v1/courses/", course);
    }

    private static Response register(Service service, String person, String course) {
        return service.admin().post("/v1/registrations/", registration(unique(person), course));
    }

    private static Client student(Service service) {
        return service.anonymous().withCredentials("student", "student");
    }

    static Stream<Arguments> situations() {
        return Stream.of(
                when("registers twice", "already_registered", service -> {
                    var again = registration(unique("twice"), service.newCourse());
                    service.admin().post("/v1/registrations/", again).expectStatus(201);
                    return service.admin().post("/v1/registrations/", again);
                }),
                when("registers for a course of the past", "enrollment_rejected", service -> {
                    var past = course(unique("PAST"), "Logic").attribute("effective_end_date", "2019-07-31");
                    return register(service, "late", create(service, past).id());
                }),
                when("registers for a course that is gone", "related_not_found", at -> register(at, "gone", NOBODY)),
                when("opens an old bookmark", "not_found", at -> at.reader().get("/v1/course_terms/" + NOBODY)),
                when("types an identifier that is in use", "duplicate", service -> {
                    var twice = course(unique("TWICE"), "Logic");
                    create(service, twice).expectStatus(201);
                    return create(service, twice);
                }),
                whenCreating("types too much", "value_too_long", () -> course(unique("LONG"), "x".repeat(83))),
                whenCreating("types nothing", "invalid_value", () -> course(unique("BLANK"), " ")),
                when("types a blank too much", "invalid_value", at -> register(at, " ab4711", at.newCourse())),
                whenCreating(
                        "mixes up two dates",
                        "invalid_value",
                        () -> course(unique("DATES"), "Logic")
                                .attribute("effective_start_date", "2027-02-01")
                                .attribute("effective_end_date", "2026-02-01")),
                whenCreating(
                        "types no date",
                        "invalid_value",
                        () -> course(unique("DATE"), "Logic").attribute("effective_start_date", "tomorrow")),
                whenCreating(
                        "leaves a field out",
                        "missing_attribute",
                        () -> Document.of("courses").attribute("course_identifier", unique("NAMELESS"))),
                when("saves what somebody else has changed", "precondition_failed", service -> {
                    var created = create(service, course(unique("OLD"), "Logic"));
                    var change = Document.of("courses", created.id()).attribute("course_name", "Ethics");
                    service.admin().patch(created.header("Location"), change).expectStatus(200);
                    return service.admin()
                            .withHeader("If-Match", created.header("ETag"))
                            .patch(created.header("Location"), change);
                }),
                when("deletes a course with people in it", "still_referenced", service -> {
                    var full = service.newCourse();
                    register(service, "in", full).expectStatus(201);
                    return service.admin().delete("/v1/courses/" + full);
                }),
                when("may only read", "forbidden", at -> at.reader().post("/v1/courses/", course("READER", "Logic"))),
                when("acts for one person", "forbidden", at -> student(at).post("/v1/courses/", course("S", "Logic"))),
                when("registers somebody else", "forbidden", service -> {
                    var friend = registration(unique("friend"), service.newCourse());
                    return student(service).post("/v1/registrations/", friend);
                }),
                when(
                        "has not logged in",
                        "unauthenticated",
                        at -> at.anonymous().get("/v1/courses/")),
                when(
                        "has not logged in on a page",
                        "unauthenticated",
                        at -> at.anonymous().get(SESSIONS)),
                when(
                        "mistypes the password",
                        "unauthenticated",
                        service -> service.anonymous()
                                .withCredentials("reader", "raeder")
                                .get("/v1/courses/")),
                when("comes back the next day", "unauthenticated", service -> {
                    var opened = open(service.reader());
                    script(service.anonymous(), opened).delete(SESSIONS).expectStatus(204);
                    return browser(service.anonymous(), opened).get("/v1/courses/");
                }),
                when(
                        "has logged in again in another tab",
                        "csrf_token_wrong",
                        service -> browser(service.anonymous(), open(service.admin()))
                                .withHeader("X-CSRF-Token", "of the first login")
                                .post("/v1/courses/", course(unique("TABS"), "Logic"))));
    }

    @ParameterizedTest(name = "who {0}")
    @MethodSource("situations")
    void a_person_is_told_a_sentence_without_terms_of_programmers(
            String situation, String code, Function<Service, Response> request, Service service) {
        var errors = request.apply(service).expectError(code).errors();
        assertThat(errors)
                .isNotEmpty()
                .allSatisfy(error -> assertThat(error.path("detail").asText())
                        .matches("[A-Z].*\\.")
                        .doesNotContainPattern(TERMS_OF_PROGRAMMERS));
    }
}
