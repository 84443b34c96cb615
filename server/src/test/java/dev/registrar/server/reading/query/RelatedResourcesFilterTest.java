package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.Document;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The requests that the documentation recommends for conditions on related resources. */
@ExtendWith(ServiceExtension.class)
class RelatedResourcesFilterTest {
    private String subject;
    private String logic;
    private String ethics;

    @BeforeEach
    void two_courses_of_a_subject(Service service) {
        subject = unique("Q");
        logic = create(service, "courses", named("Logic"));
        ethics = create(service, "courses", named("Ethics"));
    }

    private Document named(String name) {
        return course(unique("RELATED"), name).attribute("subject_area_code", subject);
    }

    @CanIgnoreReturnValue
    private static String create(Service service, String type, Document document) {
        return service.admin()
                .post("/v1/" + type + "/", document)
                .expectStatus(201)
                .id();
    }

    @Test
    void include_returns_all_terms_of_a_course_found_by_one_and_the_terms_can_be_filtered_at_their_own_url(
            Service service) {
        var autumn = unique("20253");
        var spring = unique("20251");
        create(service, "course_terms", term(autumn, logic));
        create(service, "course_terms", term(spring, logic));
        create(service, "course_terms", term(unique("20251"), ethics));
        var found = service.reader()
                .get("/v1/courses/?filter[course_terms.term_identifier]=%s&include=course_terms".formatted(autumn));
        assertThat(found.each("/id")).containsExactly(logic);
        assertThat(found.at("/included").findValuesAsText("term_identifier")).containsExactlyInAnyOrder(autumn, spring);

        var ofOne = "/v1/courses/%s/course_terms/?filter[term_identifier.startswith]=20253".formatted(logic);
        assertThat(service.reader().get(ofOne).each("/attributes/term_identifier"))
                .containsExactly(autumn);
        var ofAll = service.reader()
                .get(
                        "/v1/course_terms/?filter[term_identifier.startswith]=20251&filter[course.subject_area_code]=%s&include=course"
                                .formatted(subject));
        assertThat(ofAll.each("/attributes/term_identifier")).hasSize(2).contains(spring);
        assertThat(ofAll.at("/included").findValuesAsText("course_name")).containsExactlyInAnyOrder("Logic", "Ethics");
    }

    @Test
    void filters_over_one_relationship_are_conditions_on_the_same_related_resource(Service service) {
        for (var course : List.of(logic, ethics)) {
            var examined = course.equals(logic) ? "20253" : "20251";
            for (var semester : List.of("20251", "20253")) {
                create(
                        service,
                        "course_terms",
                        term(unique(semester), course)
                                .attribute("exam_credit_flag", semester.equals(examined))
                                .attribute("audit_permitted_code", semester.equals(examined) ? 4 : 7));
            }
        }
        var courses = "/v1/courses/?filter[subject_area_code]=" + subject;
        var autumn = "&filter[course_terms.term_identifier.startswith]=20253";
        assertThat(service.reader().get(courses + autumn).each("/id")).containsExactlyInAnyOrder(logic, ethics);
        for (var page : List.of("", "&page[after]=")) {
            assertThat(service.reader()
                            .get(courses + autumn + "&filter[course_terms.exam_credit_flag]=true" + page)
                            .each("/id"))
                    .containsExactly(logic);
            assertThat(service.reader()
                            .get(courses + autumn + "&filter[course_terms.exam_credit_flag]=true"
                                    + "&filter[course_terms.audit_permitted_code.gt]=4" + page)
                            .each("/id"))
                    .isEmpty();
        }
        var terms = service.reader()
                .get("/v1/course_terms/?filter[course]=%s&filter[exam_credit_flag]=true".formatted(logic))
                .each("/id");
        assertThat(service.reader()
                        .get(courses
                                + "&filter[course_terms.id]=%s&filter[course_terms.audit_permitted_code]=7"
                                        .formatted(terms.get(0)))
                        .each("/id"))
                .isEmpty();
    }

    @Test
    void registrations_can_be_read_by_attributes_of_their_course_and_in_their_order_in_two_requests(Service service) {
        create(service, "registrations", registration(unique("ab"), logic));
        create(service, "registrations", registration(unique("ab"), ethics));
        var courses = service.reader()
                .get("/v1/courses/?filter[subject_area_code]=%s&sort=course_name&fields[courses]=".formatted(subject))
                .each("/id");
        assertThat(courses).containsExactly(ethics, logic);
        var registrations = service.reader().get("/v1/registrations/?filter[courses]=" + String.join(",", courses));
        assertThat(registrations.each("/relationships/courses/data/id")).containsExactlyInAnyOrderElementsOf(courses);
    }

    @Test
    void a_filter_by_two_hundred_ids_fits_the_url(Service service) {
        var ids = Collections.nCopies(200, "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2");
        service.reader()
                .get("/v1/registrations/?filter[courses]=%s&include=courses&sort=-uni&page[size]=100"
                        .formatted(String.join(",", ids)))
                .expectStatus(200);
    }

    @Test
    void the_contract_shows_the_recommended_requests(Service service) {
        assertThat(service.anonymous().get("/v1/openapi.json").text("/info/description"))
                .contains(List.of(
                        "`/v1/course_terms/?filter[term_identifier.startswith]=20253&include=course`",
                        "`/v1/courses/?filter[subject_area_code]=HIST&sort=course_name`"));
    }
}
