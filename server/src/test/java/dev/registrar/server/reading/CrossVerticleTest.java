package dev.registrar.server.reading;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Registrations with their courses, which the course verticle stores. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class CrossVerticleTest {
    private String uni;
    private String firstCourse;
    private String secondCourse;
    private String term;
    private String id;

    @BeforeEach
    void a_person_with_two_courses(Service service) {
        uni = unique("cross");
        firstCourse = newCourse(service);
        secondCourse = newCourse(service);
        term = service.admin()
                .post("/v1/course_terms/", term(unique("CROSSTERM"), firstCourse))
                .id();
        id = service.admin()
                .post("/v1/registrations/", registration(uni, firstCourse))
                .id();
        service.admin()
                .post("/v1/registrations/", registration(uni, secondCourse))
                .expectStatus(201);
    }

    private static String newCourse(Service service) {
        return service.admin()
                .post("/v1/courses/", course(unique("CROSS"), "Logic"))
                .id();
    }

    private String ours(String parameters) {
        return "/v1/registrations/?filter[uni]=" + uni + "&" + parameters;
    }

    private static List<String> included(Response response) {
        return response.at("/included").findValuesAsText("self").stream()
                .filter(self -> self.matches(".*/[0-9a-f-]{36}/"))
                .map(self -> self.replaceAll(".*/v1/(.*)/$", "$1"))
                .toList();
    }

    @Proves("JSON:API 1.0, Compound Documents")
    @Test
    void the_courses_of_a_page_of_registrations_are_each_included_once(Service service) {
        var response = service.reader().get(ours("include=courses")).expectStatus(200);
        assertThat(included(response)).containsExactlyInAnyOrder("courses/" + firstCourse, "courses/" + secondCourse);
        response.expect("/included/0/attributes/course_name", "Logic");
    }

    @Test
    void the_included_courses_of_a_page_are_fetched_with_one_message(Service service) {
        var messages = new AtomicInteger();
        Handler<DeliveryContext<Object>> counter = delivery -> {
            if (delivery.message().address().startsWith("registrar.courses")) {
                messages.incrementAndGet();
            }
            delivery.next();
        };
        service.vertx().eventBus().addOutboundInterceptor(counter);
        service.reader().get(ours("include=courses.course_terms")).expectStatus(200);
        service.vertx().eventBus().removeOutboundInterceptor(counter);
        assertThat(messages).hasValue(1);
    }

    @Proves({"JSON:API 1.0, Compound Documents", "JSON:API 1.0, Inclusion of Related Resources"})
    @Test
    void include_paths_continue_from_courses_to_their_terms_with_full_linkage(Service service) {
        var response = service.reader()
                .get("/v1/registrations/" + id + "/?include=courses.course_terms")
                .expectStatus(200);
        assertThat(included(response)).containsExactly("courses/" + firstCourse, "course_terms/" + term);
        response.expect("/included/0/relationships/course_terms/data/0/id", term);
    }

    @Proves("JSON:API 1.0, Sparse Fieldsets")
    @Test
    void sparse_fieldsets_apply_to_included_courses_even_without_linkage_in_the_registrations(Service service) {
        var response = service.reader()
                .get(ours("include=courses&fields[registrations]=uni&fields[courses]=course_name"))
                .expectStatus(200)
                .expectAbsent("/data/0/relationships")
                .expectAbsent("/included/0/relationships")
                .expectAbsent("/included/0/attributes/course_identifier");
        assertThat(included(response)).hasSize(2);
    }

    @Proves("JSON:API 1.1, Inclusion of Related Resources")
    @Test
    void an_empty_page_includes_nothing(Service service) {
        JsonNode included = service.reader()
                .get("/v1/registrations/?filter[uni]=nobody&include=courses")
                .expectStatus(200)
                .at("/included");
        assertThat(included).isEmpty();
    }

    @Proves("JSON:API 1.0, Inclusion of Related Resources")
    @ParameterizedTest
    @CsvSource({
        "include=students, unknown_include, include",
        "include=courses.students, unknown_include, include",
        "include=courses.course_terms.course.course_terms, unknown_include, include",
        "include=courses&fields[courses]=shoe_size, unknown_field, fields[courses]",
        "include=courses&fields[people]=name, unknown_parameter, fields[people]",
        "fields[courses]=course_name, unknown_parameter, fields[courses]"
    })
    void an_invalid_include_or_fieldset_is_400_even_on_an_empty_page(
            String parameters, String code, String parameter, Service service) {
        service.reader().get(ours(parameters)).expectStatus(400).expectError(code, "parameter", parameter);
        service.reader()
                .get("/v1/registrations/?filter[uni]=nobody&" + parameters)
                .expectStatus(400)
                .expectError(code, "parameter", parameter);
    }

    @Test
    void the_related_url_of_a_registration_returns_its_course(Service service) {
        var related = "/v1/registrations/" + id + "/courses/";
        service.reader()
                .get(related + "?fields[courses]=course_name")
                .expectStatus(200)
                .expect("/data/id", firstCourse)
                .expect("/data/links/self", service.url() + "/v1/courses/" + firstCourse + "/")
                .expect("/links/self", service.url() + related + "?fields%5Bcourses%5D=course_name");
    }

    @Test
    void registrations_can_be_read_without_the_course_verticle_but_includes_are_503(Service service, Vertx vertx) {
        var gateway = new GatewayVerticle();
        var options = new DeploymentOptions().setConfig(Service.configuration(service.databaseUri()));
        Await.success(vertx.deployVerticle(new RegistrationVerticle(), options));
        Await.success(vertx.deployVerticle(gateway, options));
        var client = Client.of("http://127.0.0.1:" + gateway.port()).withCredentials("reader", "reader");
        client.get(ours("page[size]=1")).expectStatus(200);
        client.get(ours("include=courses"))
                .expectStatus(503)
                .expectHeader("Retry-After", "1")
                .expectError("service_unavailable");
        client.get("/v1/registrations/" + id + "/courses/").expectStatus(503);
    }
}
