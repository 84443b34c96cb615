package dev.registrar.server.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.document.Catalogue;
import dev.registrar.server.testing.document.Catalogue.Course;
import dev.registrar.server.testing.document.Catalogue.Offering;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.http.Client;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main use of the service with real data, over HTTP: loads courses of a university, registers many people
 * concurrently for the courses of a term, and compares everything that it reads back with the input.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RealCatalogueTest {
    private static final Logger LOG = LoggerFactory.getLogger(RealCatalogueTest.class);
    private static final int MOST_REGISTRATIONS = 700;

    /** A part of the catalogue by default; .ci/faults loads the whole. */
    private static final int MOST_COURSES = Integer.getInteger("registrar.tests.courses", 1_000);

    private static final Map<String, String> COURSE_IDS = new ConcurrentHashMap<>();
    private static final Map<String, String> REGISTRATION_IDS = new ConcurrentHashMap<>();

    @AutoClose
    private static Service service;

    private static Catalogue catalogue;
    private static List<Course> courses;
    private static List<Offering> offerings;

    @BeforeAll
    static void an_empty_service() throws Exception {
        catalogue = Catalogue.find().part(MOST_COURSES);
        courses = catalogue.courses();
        offerings = catalogue.offerings();
        LOG.info("Loading {}: {} courses, {} offerings", catalogue.name(), courses.size(), offerings.size());
        service = Service.start();
    }

    @Test
    @Order(1)
    void the_courses_are_loaded_and_read_back() {
        InParallel.forEach(
                courses,
                course -> COURSE_IDS.put(
                        course.identifier(),
                        service.admin()
                                .post("/v1/courses/", course.document())
                                .expectStatus(201)
                                .id()));

        var identifiers = new ArrayList<String>();
        var names = new HashMap<String, String>();
        walk(
                "/v1/courses/?sort=course_identifier&page[size]=100",
                courses.size(),
                page -> page.forEach(course -> {
                    identifiers.add(course.at("/attributes/course_identifier").asText());
                    names.put(
                            course.at("/attributes/course_identifier").asText(),
                            course.at("/attributes/course_name").asText());
                }));
        assertThat(identifiers)
                .isEqualTo(courses.stream().map(Course::identifier).sorted().toList());
        assertThat(names).isEqualTo(courses.stream().collect(Collectors.toMap(Course::identifier, Course::name)));
    }

    @Test
    @Order(2)
    void the_offerings_are_loaded_and_read_back_with_their_courses() {
        InParallel.forEach(
                offerings,
                offering -> service.admin()
                        .post("/v1/course_terms/", offering.document(COURSE_IDS.get(offering.courseIdentifier())))
                        .expectStatus(201));

        Map<String, String> courseByTerm = new TreeMap<>();
        walk(
                "/v1/course_terms/?sort=-term_identifier&page[size]=100",
                offerings.size(),
                page -> page.forEach(term -> courseByTerm.put(
                        term.at("/attributes/term_identifier").asText(),
                        term.at("/relationships/course/data/id").asText())));
        assertThat(courseByTerm)
                .isEqualTo(offerings.stream()
                        .collect(Collectors.toMap(
                                Offering::termIdentifier, offering -> COURSE_IDS.get(offering.courseIdentifier()))));
    }

    @Test
    @Order(3)
    void all_concurrent_registrations_are_stored_and_confirmed() {
        var registrations = catalogue.enrollments(MOST_REGISTRATIONS);
        InParallel.forEach(registrations, enrollment -> {
            var response = service.admin()
                    .post("/v1/registrations/", enrollment.document(COURSE_IDS.get(enrollment.courseIdentifier())));
            assertThat(response.status()).isIn(201, 202);
            REGISTRATION_IDS.put(response.id(), enrollment.uni());
        });
        Await.until(
                "the accepted registrations are confirmed",
                () -> service.reader()
                        .get("/v1/registrations/?filter[enrollment]=pending&page[size]=1")
                        .text("/meta/pagination/count")
                        .equals("0"));

        Map<String, String> unis = new HashMap<>();
        Set<String> enrollments = new HashSet<>();
        walk(
                "/v1/registrations/?page[size]=100",
                registrations.size(),
                page -> page.forEach(registration -> {
                    unis.put(
                            registration.path("id").asText(),
                            registration.at("/attributes/uni").asText());
                    enrollments.add(registration.at("/attributes/enrollment").asText());
                }));
        assertThat(unis).isEqualTo(REGISTRATION_IDS);
        assertThat(enrollments).containsExactly("confirmed");
    }

    /** Follows the links from the first page to the last and expects this count on each page. */
    private static void walk(String first, int count, Consumer<JsonNode> page) {
        Client reader = service.reader();
        var response = reader.get(first).expectStatus(200);
        while (true) {
            response.expect("/meta/pagination/count", Integer.toString(count));
            page.accept(response.at("/data"));
            if (response.at("/links/next").isNull()) {
                return;
            }
            response = reader.get(response.text("/links/next")).expectStatus(200);
        }
    }
}
